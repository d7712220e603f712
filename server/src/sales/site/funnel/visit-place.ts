import { isRobot, placeOf, siteStep } from '@cheyi/domain/sales/site/funnel'
import { cookieOf } from '../../../kernel/http/cookie.ts'
import type { Site } from '../door.ts'
import type { Tally } from './tally.ts'

/*
 * Where a visitor came from. The cookie has the code of the place and nothing else: it is the same for everybody who read the same poster,
 * and the browser forgets it when it is closed, so that nobody is known again.
 */

/** What is read of a request. */
interface Request {
  readonly headers: { readonly cookie?: string | undefined; readonly 'user-agent'?: string | undefined }
}

interface PageRequest extends Request {
  readonly query: unknown
  readonly protocol: string
}

interface Reply {
  header(name: string, value: string): unknown
}

const COOKIE = 'cheyi_from'
/** The value of the cookie of somebody who came without a place. */
const NONE = '0'

/** The place of a request that is not the first. */
export function placeOfRequest(request: Request): string {
  const kept = cookieOf(request, COOKIE)
  return kept === undefined || kept === NONE ? placeOf('') : placeOf(kept)
}

/** Counts a visit with the first page that a browser asks for, and lets it keep the place. A later `?from=` is a visit of its own. */
export function countVisit(tally: Tally, site: Site, request: PageRequest, reply: Reply): void {
  const { from } = request.query as { from?: unknown }
  const named = typeof from === 'string' && from !== '' ? placeOf(from) : undefined
  const kept = cookieOf(request, COOKIE)
  if (kept !== undefined && (named === undefined || kept === named)) return
  if (isRobot(String(request.headers['user-agent'] ?? ''))) return
  tally.step(site.merchantId, named ?? placeOf(''), siteStep.visit)
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `${COOKIE}=${named ?? NONE}; Path=/s/${site.name}; HttpOnly; SameSite=Lax${secure}`)
}
