import { placeOf, targetRoute, useRoute } from '../kernel/page/router.ts'
import { currentSession, useSession } from '../kernel/user.ts'

/* The page that the address names and who looks at it: what is opened over a page goes when either changes. */

export function currentPlace(): string {
  const { epoch, state } = currentSession()
  return `${epoch} ${state.user !== null} ${placeOf(targetRoute())}`
}

/** The same, drawn again when the page on top has changed, which follows its address. */
export function usePlace(): string {
  useSession()
  useRoute()
  return currentPlace()
}
