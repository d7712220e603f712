import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './debug-panel.css'
import { loggedCalls } from '../call/call-log.ts'
import { nativeVersion } from '../call/version.ts'
import { maskSecrets } from '../mask.ts'
import { pageNameOf } from '../page/page-names.ts'
import { currentRow } from '../page/router.ts'
import { createSignal } from '../signal.ts'
import { currentToken } from '../token.ts'
import { apiHost, environment } from './hosts.ts'
import { isNative } from './native.ts'

type Level = 'log' | 'info' | 'warn' | 'error'
interface Line {
  readonly at: number
  readonly level: Level
  readonly text: string
}

const KEEP = 300
const lines: Line[] = []
const noted = createSignal()

function note(level: Level, parts: readonly unknown[]): void {
  const text = parts.map(describe).join(' ')
  lines.push({ at: Date.now(), level, text: maskSecrets(text, currentToken()) })
  if (lines.length > KEEP) lines.shift()
  noted.tell()
}

function describe(part: unknown): string {
  if (typeof part === 'string') return part
  if (part instanceof Error) return part.stack ?? part.message
  try {
    return JSON.stringify(part) ?? String(part)
  } catch {
    return String(part)
  }
}

/** Records the page's console output and errors from now on. */
function listen(): void {
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    const original = console[level].bind(console)
    console[level] = (...parts: unknown[]) => {
      note(level, parts)
      original(...parts)
    }
  }
  window.addEventListener('error', (event) => note('error', [event.message, event.filename, event.lineno]))
  window.addEventListener('unhandledrejection', (event) => note('error', [event.reason]))
}

/** Shows the console over the page, so that the user can read it out to support. */
export function openDebugPanel(): void {
  listen()
  const host = document.body.appendChild(document.createElement('div'))
  createRoot(host).render(<DebugPanel />)
}

const clock = (at: number) => new Date(at).toTimeString().slice(0, 8)

function DebugPanel() {
  const [open, setOpen] = useState(true)
  const [tab, setTab] = useState<'page' | 'calls' | 'log'>('page')
  const [, redraw] = useState(0)
  useEffect(() => {
    const listener = () => redraw((n) => n + 1)
    const stop = noted.listen(listener)
    const timer = setInterval(listener, 1000)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [])
  if (!open) {
    return (
      <button type="button" className="debug-open" onClick={() => setOpen(true)}>
        调试
      </button>
    )
  }
  return (
    <section className="stack fill-surface debug" aria-label="调试面板">
      <div className="row line-below debug-bar">
        {(
          [
            ['page', '页面'],
            ['calls', '请求'],
            ['log', '日志'],
          ] as const
        ).map(([key, label]) => (
          <button key={key} type="button" aria-pressed={tab === key} onClick={() => setTab(key)}>
            {label}
          </button>
        ))}
        <button type="button" onClick={() => setOpen(false)}>
          收起
        </button>
      </div>
      <pre className="debug-text">{textOf(tab)}</pre>
    </section>
  )
}

/** Name of the page as the native shell and support know it. */
function pageName(): string {
  const row = currentRow()
  return row === undefined ? '' : pageNameOf(row.name)
}

function textOf(tab: 'page' | 'calls' | 'log'): string {
  if (tab === 'log') return lines.map((line) => `${clock(line.at)} ${line.level} ${line.text}`).join('\n')
  if (tab === 'calls') {
    return loggedCalls()
      .map((call) => `${clock(call.at)} ${call.method} ${call.path} ${call.took ?? '…'}ms ${call.result ?? ''}`)
      .toReversed()
      .join('\n')
  }
  const text = [
    `地址 ${location.pathname}${location.search}`,
    `页面 ${pageName()}`,
    `环境 ${environment} ${apiHost || '同源'}`,
    `App ${isNative() ? `版本 ${nativeVersion()}` : '浏览器'}`,
    `登录 ${currentToken() ? '是' : '否'}`,
    `网络 ${navigator.onLine ? '在线' : '离线'}`,
    `窗口 ${innerWidth}×${innerHeight} @${devicePixelRatio}`,
    navigator.userAgent,
  ].join('\n')
  return maskSecrets(text, currentToken())
}
