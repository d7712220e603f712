import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/* A page that has no more than what a toast asks of it. */

interface Drawn {
  textContent: string
  parentElement: object | null
}
const shown: Drawn[] = []

function element(): object {
  const one = {
    ...{ className: '', textContent: '', parentElement: null as object | null, style: {}, classList: { add() {} } },
    role: '',
    setAttribute(_: string, role: string) {
      one.role = role
    },
    getAttribute: () => one.role,
    getBoundingClientRect: () => ({ height: 20, bottom: 700 }),
    remove() {
      if (shown.includes(one)) shown.splice(shown.indexOf(one), 1)
      one.parentElement = null
    },
  }
  return one
}
const body = {
  querySelectorAll: () => [],
  append(one: Drawn) {
    shown.push(one)
    one.parentElement = body
  },
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { visualViewport: null })
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  const listening = { addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('document', {
    ...{ ...listening, body, activeElement: null, createElement: element },
    querySelectorAll: () => [],
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('two messages in one frame are the newer one, which goes by itself', async () => {
  const { toast } = await import('./toast.ts')
  toast('车型已存在', { error: true })
  toast('已对应 大众朗逸')
  await vi.advanceTimersByTimeAsync(100)
  expect(shown.map(({ textContent }) => textContent)).toEqual(['已对应 大众朗逸'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(shown).toEqual([])
})
