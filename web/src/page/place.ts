import { placeOf, targetRoute, useRoute } from '../kernel/page/router.ts'
import { currentSession, useSession } from '../kernel/user.ts'

/* The page of the address and the signed-in user: what is opened over a page closes when either changes. */

export function currentPlace(): string {
  const { epoch, state } = currentSession()
  return `${epoch} ${state.user !== null} ${placeOf(targetRoute())}`
}

/** The same as a hook; renders again when the page on top has changed. */
export function usePlace(): string {
  useSession()
  useRoute()
  return currentPlace()
}
