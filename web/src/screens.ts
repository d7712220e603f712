import type { Catalogue } from './kernel/screen.ts'
import { sessionScreens } from './session/screens.ts'

/*
 * Every screen of the product, by room. Router, titles, guards, lazy loading, keep-alive, navigation entries and the
 * server's preload links all come from these rows; an entry whose path is not here is hidden everywhere.
 *
 * To add a screen: a folder `<room>/<screen>/screen.tsx` with a default export, and a row in `<room>/screens.ts`.
 * To add a room: one line below; its key is the room's folder in camel case. The rows' modules are also read by the
 * build, so they import nothing but the kernel's `screen` and readers, domain, and `load: () => import(…)`.
 */
export const screens = {
  session: sessionScreens,
} satisfies Catalogue
