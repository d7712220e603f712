import { currentRoute, placeOf, useRoute } from '../kernel/page/router.ts'
import { currentSession, useSession } from '../kernel/user.ts'

/* The page on top and who looks at it: what is opened over a page goes when either changes. */

const placeFor = (
  { epoch, state }: ReturnType<typeof currentSession>,
  route: ReturnType<typeof currentRoute>,
): string | null => (route === 'starting' ? null : `${epoch} ${state.user !== null} ${placeOf(route)}`)

/** Null before there is a page. */
export const currentPlace = (): string | null => placeFor(currentSession(), currentRoute())
export const usePlace = (): string | null => placeFor(useSession(), useRoute())
