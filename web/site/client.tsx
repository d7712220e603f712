/** @jsxImportSource preact */
import { hydrate } from 'preact'
import { isInWechat } from '../src/kernel/device/wechat.ts'
import { columns } from '../src/words/columns.ts'
import { setColumn } from '../src/words/words.ts'
import { App } from './app.tsx'
import './style.css'
import type { View } from './view.ts'

const view = JSON.parse(document.getElementById('data')!.textContent) as View

/** The words of the page before it goes on here; where they fail to load it goes on in Chinese. */
async function start({ language }: View): Promise<void> {
  const column = language === 'zh-CN' ? null : await columns[language]().catch(() => null)
  setColumn(column)
  if (column === null) document.documentElement.lang = 'zh-CN'
  goOn()
  if (isInWechat(navigator.userAgent)) await setCard().catch(() => {})
}

/** Takes over the page that the server wrote. What the script cannot draw stays as it came, with what is there for browsers without a script. */
function goOn(): void {
  const page = document.getElementById('app')!
  const finished = page.cloneNode(true) as HTMLElement
  try {
    hydrate(<App view={view} />, page)
  } catch (error) {
    page.replaceWith(finished)
    for (const instead of finished.querySelectorAll('noscript')) instead.outerHTML = instead.textContent
    throw error
  }
}

const setCard = async () => (await import('./share.ts')).setShareCard(view)

void start(view)
