import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Scheme and host of a request that names the whole address, as proxies may. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i

/** Path and query of a request target, whatever host it names. */
export const pathOf = (target: string): string => {
  const path = target.replace(ORIGIN, '')
  return path.startsWith('/') ? path : `/${path}`
}

/**
 * Empty and dotted segments, backslashes, and encoded letters, digits, dots, dashes, slashes and control characters: what no browser
 * and no client of a platform sends, and what a proxy that compares the path as it came does not recognise.
 */
const OTHER = /\/\/|\/\.{1,2}(?=\/|$)|\\|%(?:[01][\da-f]|2[def]|3\d|[46][1-9a-f]|[57][\da]|5[cf]|7f)/i

/** Whether a path is written in another way than the one that everybody writes. */
export const isOtherSpelling = (target: string): boolean => OTHER.test(pathOf(target).split(/[?#]/)[0]!)

/** Each address has one spelling; others lead nowhere, so that no rule about a path, here or in a proxy, can be passed by. */
export function refuseOtherSpellings(
  app: FastifyInstance,
  notFound: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isOtherSpelling(request.url)) notFound(request, reply)
    else done()
  })
}
