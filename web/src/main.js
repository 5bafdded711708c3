import { mount } from 'svelte'
import App from './App.svelte'
import { app, applyTheme, connect, readRecord } from './lib/state.svelte.js'
import './app.css'

applyTheme()
app.record = readRecord()
if (!app.record) connect()
mount(App, { target: document.getElementById('app') })
