/** @jsxImportSource preact */
import { hydrate } from 'preact'
import { App } from './app.tsx'
import './style.css'
import type { View } from './view.ts'

const view = JSON.parse(document.getElementById('data')!.textContent) as View
hydrate(<App view={view} />, document.getElementById('app')!)
