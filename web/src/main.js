import { mount } from 'svelte'
import App from './App.svelte'
import { readDrafts } from './lib/drafts.svelte.js'
import { app, applyTheme, connect, readRecord } from './lib/state.svelte.js'
import './app.css'

applyTheme()
app.record = readRecord()
if (!app.record) connect().then(readDrafts)
mount(App, { target: document.getElementById('app') })
