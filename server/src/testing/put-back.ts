import { afterAll, vi } from 'vitest'

/* For every test file: those that one worker runs share their modules, so what a file has put in place it takes away. */
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
