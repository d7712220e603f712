import { bodyLimit } from '@cheyi/contract/kernel/call'
import { isWithinLimits, MAX_DEPTH, MAX_NAMES } from '@cheyi/contract/kernel/json-limits'
import { Refusal } from '@cheyi/domain/refusal'
import type { FastifyInstance } from 'fastify'

/* Parsers of JSON, forms and query strings, with limits that are checked before parsing. */

/** Registers the body parsers. Input that is nested too deep or has too many names is refused as badInput (-2). */
export function parseBodies(app: FastifyInstance): void {
  // An empty JSON body is an empty input, not an error.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    // A call with a larger body limit may have proportionally more names.
    const names = MAX_NAMES * Math.max(1, request.routeOptions.bodyLimit / bodyLimit({ permission: 'signedIn' }))
    if (!isWithinLimits(text, names)) return done(tooMuch())
    try {
      done(null, text === '' ? {} : JSON.parse(text))
    } catch {
      done(new Refusal('badInput', { 字段: '请求内容不是有效的JSON' }))
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    if (!isShort(body as string)) return done(tooMuch())
    done(null, parseQuery(body as string))
  })
  app.addHook('onRequest', (request, _, done) => done(isShort(request.url) ? undefined : tooMuch()))
}

const tooMuch = () => new Refusal('badInput', { 字段: '请求内容的层级过深或字段过多' })

/** Whether a query string or a form is within the limit of names. */
function isShort(text: string): boolean {
  let names = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) if (++names > MAX_NAMES) return false
  return true
}

/** `a=1&a=2` becomes a list; see {@link fieldsOf}. */
export const parseQuery = (text: string): Record<string, unknown> =>
  text === '' ? Object.create(null) : fieldsOf(new URLSearchParams(text))

/**
 * The fields of a form or a query string: a repeated name is a list, and so is `status[]` or `status[0]`;
 * `items[0][code]` is a field of a record in a list. Values stay text, and the call's schema converts them. A name that
 * cannot be parsed, or contradicts an earlier one, is stored under a name with a bracket, so that it is refused where
 * it belongs to a field of the call.
 */
export function fieldsOf(pairs: Iterable<readonly [name: string, value: string]>): Record<string, unknown> {
  // Without a prototype, so that no name is predefined.
  const fields: Branch = Object.create(null)
  for (const [name, value] of pairs)
    if (!putField(fields, stepsOf(name), value)) fields[name.includes('[') ? name : `${name}[`] = value
  return listsOfBranch(fields) as Record<string, unknown>
}

type Branch = { [name: string]: string | string[] | Branch }

/** The steps of `items[0][code]`; a name without brackets, or with unbalanced ones, is one step. */
function stepsOf(name: string): readonly string[] {
  const open = name.indexOf('[')
  if (open < 1 || !/^(\[[^[\]]*\])+$/.test(name.slice(open))) return [name]
  const steps = [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
  // Only the last step may be empty: `items[][code]` does not say which item it belongs to.
  return steps.length > MAX_DEPTH || steps.slice(0, -1).includes('') ? [name] : steps
}

/** @returns false where a value of another kind exists already */
function putField(branch: Branch, [step, ...rest]: readonly string[], value: string): boolean {
  const here = branch[step!]
  if (rest.length === 0 || (rest.length === 1 && rest[0] === '')) {
    if (here === undefined) branch[step!] = rest.length === 0 ? value : [value]
    else if (Array.isArray(here)) here.push(value)
    else if (typeof here === 'string') branch[step!] = [here, value]
    else return false
    return true
  }
  if (here === undefined) {
    const below: Branch = Object.create(null)
    branch[step!] = below
    return putField(below, rest, value)
  }
  return typeof here === 'object' && !Array.isArray(here) && putField(here, rest, value)
}

/** Branches whose names are all numbers become lists, in their order. */
function listsOfBranch(branch: Branch): unknown {
  const named = Object.entries(branch).map(
    ([name, value]) => [name, typeof value === 'object' && !Array.isArray(value) ? asList(value) : value] as const,
  )
  return Object.assign(Object.create(null), Object.fromEntries(named))
}

/** A branch below a name. Whole numbers are iterated in numeric order, whatever was sent first. */
const asList = (branch: Branch): unknown =>
  Object.keys(branch).every((name) => /^(0|[1-9]\d{0,8})$/.test(name))
    ? Object.values(listsOfBranch(branch) as object)
    : listsOfBranch(branch)
