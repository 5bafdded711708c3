import { defineConfig } from 'vite'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { plainText, plainWasm } from './build.js'

// The output is three files with fixed names, because Go embeds them and writes them into reports.
export default defineConfig({
  base: './',
  plugins: [svelte({ compilerOptions: { css: 'external' } }), plainWasm(), plainText()],
  worker: { format: 'iife', plugins: () => [plainWasm()] },
  build: {
    outDir: process.env.SEXTANT_ASSETS || '../internal/results/report/page/assets',
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      output: { entryFileNames: 'app.js', assetFileNames: 'app.[ext]', codeSplitting: false },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:7357' } },
})
