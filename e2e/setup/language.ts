import type { Page } from '@playwright/test'

/* What a page says in which language: every text and every name of a control that has a Chinese character in it. */

interface Said {
  /** Chinese in a part of the page that says it is in another language. */
  readonly strays: readonly string[]
  /** Chinese in a part that says it is Chinese. */
  readonly chinese: readonly string[]
}

/** Texts below `but` do not count. */
export const chineseOn = (page: Page, but: string): Promise<Said> =>
  page.evaluate((skipped) => {
    const han = /\p{Script=Han}/u
    const strays: string[] = []
    const chinese: string[] = []
    function look(element: Element, text: string | null): void {
      if (text === null || !han.test(text) || element.closest(skipped) !== null) return
      const language = element.closest('[lang]')?.getAttribute('lang') ?? ''
      ;(language.startsWith('zh') ? chinese : strays).push(text.trim())
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('script, style, noscript') !== null) continue
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) look(element, node.textContent)
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) look(element, element.getAttribute(name))
    }
    return { strays, chinese }
  }, but)
