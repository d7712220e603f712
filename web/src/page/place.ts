import { currentRoute, placeOf, useRoute } from '../kernel/page/router.ts'
import { currentSession, useSession } from '../kernel/user.ts'

/* The page on top and who looks at it: what is opened over a page goes when either changes. */

const placeFor = (
  { epoch, state }: ReturnType<typeof currentSession>,
  route: ReturnType<typeof currentRoute>,
): string => `${epoch} ${state.user !== null} ${placeOf(route)}`

export const currentPlace = (): string => placeFor(currentSession(), currentRoute())
export const usePlace = (): string => placeFor(useSession(), useRoute())
