import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { installFeedback, queries } from '../call/calls.ts'
import { clearDrafts } from '../stored.ts'

/** What React asks of a page in which nothing is drawn: events are never heard, and there is no element. */
function emptyPage() {
  const silent = { addEventListener: () => {}, removeEventListener: () => {} }
  const document = { ...silent, nodeType: 9, activeElement: null }
  vi.stubGlobal('document', document)
  vi.stubGlobal('window', { ...silent, document, HTMLIFrameElement: class {} })
  vi.stubGlobal('addEventListener', silent.addEventListener)
  vi.stubGlobal('removeEventListener', silent.removeEventListener)
  vi.stubGlobal('matchMedia', () => ({ ...silent, matches: false }))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  return { ...silent, nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument: document } as unknown as Element
}

/** Runs a hook as a page does, and again after each change of its state. `around` what the page stands in. */
async function mountHook<T>(hook: () => T, around: (page: ReactNode) => ReactNode) {
  const root = createRoot(emptyPage())
  let latest: T
  const page = () => {
    latest = hook()
    return null
  }
  const render = () =>
    act(async () => root.render(createElement(QueryClientProvider, { client: queries }, around(createElement(page)))))
  await render()
  return {
    /** What it returned last. */
    now: () => latest,
    /** Does something, and waits until the page has drawn what follows. */
    does: (action: (hook: T) => void) => act(async () => action(latest)),
    /** Does something that waits for answers, with the pauses between them. */
    sends: (action: (hook: T) => unknown = () => {}) =>
      act(async () => {
        const done = action(latest)
        await vi.runAllTimersAsync()
        await done
      }),
    render,
    unmount: () => act(async () => root.unmount()),
  }
}

export const success = (data: unknown) => ({ success: true, data, errorCode: 0, message: '' })
export const refusal = (errorCode: number, message: string, data: unknown = null) => ({
  success: false,
  errorCode,
  message,
  data,
})

/** Pages of one device, and the server that they ask. */
export function openPages() {
  const answers: unknown[] = []
  const sent: Record<string, unknown>[] = []
  const toasts: string[] = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    sent.push(body ? JSON.parse(body) : Object.fromEntries(new URL(url, 'http://here').searchParams))
    const answer = answers.shift()
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return Response.json(answer)
  })
  const nothing = async () => undefined
  const no = async () => false
  const questions = { ask: no, decide: nothing, prove: no, beginShift: no, secondPerson: nothing, stepUp: nothing }
  installFeedback({ ...questions, toast: (text) => toasts.push(text) })
  return {
    /** What the next requests get: an answer, or none (`lost`). */
    answers,
    sent,
    toasts,
    open: <T>(hook: () => T, around: (page: ReactNode) => ReactNode = (page) => page) => mountHook(hook, around),
    close() {
      queries.clear()
      clearDrafts()
      vi.useRealTimers()
      vi.unstubAllGlobals()
    },
  }
}
