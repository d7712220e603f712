import type { ScreenModules } from './kernel/page/router.ts'

/**
 * The code of every screen. A chunk of its own: with the lists of what each screen stands on it is 5 KB, and the page that is
 * opened first is named by the server (decision 34).
 */
export const screenModules: ScreenModules = import.meta.glob('./*/**/screen.tsx')
