import { createRequire } from 'node:module'
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data'
import { parse } from 'acorn'
import { fullAncestor } from 'acorn-walk'
import { type ChildNode, type Declaration, parse as parseSheet, type Rule } from 'postcss'
import { oldestEngines } from '../supported-browsers.ts'

/*
 * Finds features in a script or a style sheet that one of the oldest engines lacks, by MDN's compat data. Scripts
 * have no types here: members are matched by name, and on objects of an unknown type only if they are called.
 */

const { api, css, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as {
  readonly api: Identifier
  readonly css: Readonly<Record<'at-rules' | 'properties' | 'selectors' | 'types', Identifier>>
  readonly javascript: Readonly<Record<'builtins' | 'classes' | 'regular_expressions', Identifier>>
}
const { builtins } = javascript

/** The release of each of the oldest engines, by its name in MDN's compat data. */
const oldestByBrowser: Readonly<Record<string, string>> = {
  safari: oldestEngines.safari,
  safari_ios: oldestEngines.safari,
  chrome: oldestEngines.chrome,
  chrome_android: oldestEngines.chrome,
  webview_android: oldestEngines.chrome,
  firefox: oldestEngines.firefox,
}

const release = (text: string): number => Number.parseFloat(text.replace('≤', ''))

/** The oldest engines that lack a feature: `safari 16, chrome 110`; empty if all have it. */
function lacking(statement: CompatStatement | undefined): string {
  if (!statement) return ''
  return Object.entries(oldestByBrowser)
    .flatMap(([browser, oldest]) => {
      const said = statement.support[browser as keyof typeof statement.support]
      if (!said) return []
      const all = Array.isArray(said) ? said : [said]
      const has = all.some(
        ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
          typeof added === 'string' &&
          added !== 'preview' &&
          !removed &&
          !flags &&
          !prefix &&
          !other &&
          release(added) <= release(oldest),
      )
      return has ? [] : [`${browser} ${all[0]?.version_added}`]
    })
    .join(', ')
}

/** The engines that lack a feature, by feature. */
export type Lacking = Map<string, string>

type Judge = (feature: string, of: Identifier | undefined) => void

const judgeInto =
  (found: Lacking): Judge =>
  (feature, of) => {
    const lacks = lacking(of?.__compat)
    if (lacks !== '') found.set(feature, lacks)
  }

const members = ({ __compat, ...rest }: Identifier): [string, Identifier][] =>
  Object.entries(rest) as [string, Identifier][]

/** The interfaces of global objects through which many other features are used. */
const kindOf: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  location: 'Location',
  history: 'History',
  screen: 'Screen',
  performance: 'Performance',
  crypto: 'Crypto',
}

const globals = new Set(['self', 'window', 'globalThis'])

/**
 * By member name, the features with that name and the engines that lack them; only members of interfaces that the
 * oldest engines have.
 */
const byMember = new Map<string, { readonly feature: string; readonly lacks: string }[]>()
for (const [root, kinds] of [
  ['api', api],
  ['javascript.builtins', builtins],
] as const)
  for (const [kind, of] of members(kinds)) {
    // The helpers of `Iterator` are used without its global name.
    if (lacking(of.__compat) !== '' && kind !== 'Iterator') continue
    for (const [name, { __compat: statement }] of members(of)) {
      if (!statement || statement.status?.deprecated || name.endsWith('_static') || name.endsWith('_event')) continue
      const known = byMember.get(name) ?? []
      known.push({ feature: `${root}.${kind}.${name}`, lacks: lacking(statement) })
      byMember.set(name, known)
    }
  }

/** The mobile browsers among the oldest engines, and Firefox for desktops, which is as new as Firefox for phones. */
const ofPhones = /safari_ios|chrome_android|webview_android|firefox/

/**
 * Names that the oldest mobile engines lack, as paths from the global object (`Array.prototype.with`,
 * `URL.canParse`), members before their objects. A browser from which they are deleted has no more script features
 * than those engines.
 */
export function missingNames(): string[] {
  const names: string[] = []
  const isMissing = ({ __compat }: Identifier) => ofPhones.test(lacking(__compat))
  for (const kinds of [api, builtins])
    for (const [kind, of] of members(kinds)) {
      const own = members(of).filter(([name, member]) => name !== kind && isMissing(member))
      for (const [name] of own) {
        if (kind === 'Window') names.push(name)
        else if (name.endsWith('_static')) names.push(`${kind}.${name.slice(0, -'_static'.length)}`)
        else names.push(`${kind}.prototype.${name}`, ...(kinds === builtins ? [`${kind}.${name}`] : []))
      }
      if (isMissing(of)) names.push(kind)
    }
  return names
}

/** Member names of our own objects, or of those of packages, that equal the name of a newer feature. */
const ownNames = new Set(
  `address alpha animation blocking check colorSpace command delay difference displayName featureSettings fileName handle isError
  keyboard login navigate orient priority resize serial side stats sync transfer when`.split(/\s+/),
)

const lookbehind = /\(\?<[=!]/

/**
 * The features of a module or classic script of the build that the oldest engines lack, including syntax that the
 * build does not transform.
 */
export function beyondOfScript(code: string, sourceType: 'module' | 'script' = 'module'): Lacking {
  const found: Lacking = new Map()
  const judge = judgeInto(found)
  let program: ReturnType<typeof parse>
  try {
    program = parse(code, { ecmaVersion: 2022, sourceType })
  } catch (error) {
    return found.set('syntax', String(error))
  }
  fullAncestor(program, (node, _, ancestors) => {
    const parent = ancestors.at(-2)
    if (node.type === 'StaticBlock')
      judge('javascript.classes.static.initialization_blocks', javascript.classes.static?.initialization_blocks)
    if (node.type === 'Literal' && 'regex' in node && lookbehind.test(node.regex!.pattern))
      judge('javascript.regular_expressions.lookbehind_assertion', javascript.regular_expressions.lookbehind_assertion)
    // A query with a selector that the engine does not know throws an exception.
    if (node.type === 'Literal' || node.type === 'TemplateElement')
      for (const [, name = ''] of textOf(node).matchAll(/(?:^|[\w\])*.#\s(]):([a-z]+(?:-[a-z]+)*)(?=[\s(),:.[]|$)/g))
        judge(`css.selectors.${name}`, css.selectors[name])
    if (node.type === 'Identifier' && 'name' in node) {
      if (parent?.type === 'UnaryExpression') return
      const name = String(node.name)
      if (builtins[name]) judge(`javascript.builtins.${name}`, builtins[name])
      else if (api[name]) judge(`api.${name}`, api[name])
      else judge(`api.Window.${name}`, api.Window?.[name])
    }
    if (node.type !== 'MemberExpression') return
    const { object, property, computed, optional } = node as unknown as Member
    if (computed || property.name === undefined) return
    const name = property.name
    if (object.property?.name === 'style') {
      const style = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      return judge(`css.properties.${style}`, css.properties[style])
    }
    if (object.type === 'Identifier' && object.name !== undefined) {
      const isBuiltin = builtins[object.name]?.[name] !== undefined
      const fixed = isBuiltin ? builtins[object.name]?.[name] : api[object.name]?.[`${name}_static`]
      if (fixed) return judge(`${isBuiltin ? 'javascript.builtins' : 'api'}.${object.name}.${name}`, fixed)
      const kind = kindOf[object.name]
      if (globals.has(object.name) && (builtins[name] ?? api[name]))
        return judge(builtins[name] ? `javascript.builtins.${name}` : `api.${name}`, builtins[name] ?? api[name])
      // `navigator.share?.()` and `navigator.locks?.request` are feature tests themselves.
      if (kind && api[kind]?.[name]) return isAsked(parent) ? undefined : judge(`api.${kind}.${name}`, api[kind][name])
    }
    if (optional || isAsked(parent) || ownNames.has(name)) return
    const candidates = byMember.get(name) ?? []
    if (candidates.length > 0 && candidates.every(({ lacks }) => lacks !== ''))
      found.set(candidates[0]!.feature, candidates[0]!.lacks)
  })
  return found
}

const textOf = (node: object): string => {
  const { value } = node as { readonly value: unknown }
  if (typeof value === 'object' && value !== null && 'cooked' in value) return String(value.cooked)
  return typeof value === 'string' ? value : ''
}

interface Named {
  readonly type: string
  readonly name?: string
  readonly property?: Named
}
interface Member {
  readonly object: Named
  readonly property: Named
  readonly computed: boolean
  readonly optional: boolean
}

/** Whether the access is optional, so that a missing value causes no error. */
const isAsked = (parent: unknown): boolean => (parent as { optional?: boolean } | undefined)?.optional === true

/** CSS values (units, functions) by their names. */
const cssValues = new Map<string, Identifier[]>()
function keepValues(of: Identifier): void {
  for (const [name, value] of members(of)) {
    if (value.__compat) cssValues.set(name, [...(cssValues.get(name) ?? []), value])
    keepValues(value)
  }
}
keepValues(css.types)

/**
 * The features of a style sheet that the oldest engines lack, without the content of `@supports` and without values
 * after another value of the same property in the same rule, because the earlier value is a fallback.
 */
export function beyondOfSheet(text: string): Lacking {
  const found: Lacking = new Map()
  const judge = judgeInto(found)
  const atRules = css['at-rules']
  parseSheet(text).walk((node) => {
    // Not in the compat data: from the second page load on, Chrome up to about 103 hangs while it copies a cached
    // style sheet that has both `@layer a, b;` and a media query.
    if (node.type === 'atrule' && node.name === 'layer' && node.nodes === undefined)
      found.set('css.at-rules.layer.statement', 'chrome 103 hangs')
    for (let parent = node.parent; parent; parent = parent.parent as typeof parent)
      if (parent.type === 'atrule' && 'name' in parent && parent.name === 'supports') return
    if (node.type === 'atrule') {
      judge(`css.at-rules.${node.name}`, atRules[node.name])
      if (node.name !== 'media') return
      for (const [, feature = ''] of node.params.matchAll(/\((?:min-|max-)?([a-z-]+)\s*[:)]/g))
        judge(`css.at-rules.media.${feature}`, atRules.media?.[feature])
      if (/[<>]/.test(node.params)) judge('css.at-rules.media.range_syntax', atRules.media?.range_syntax)
    }
    if (node.type === 'rule') {
      if (node.parent?.type === 'rule') judge('css.selectors.nesting', css.selectors.nesting)
      for (const [, name = ''] of (node as Rule).selector.matchAll(/::?([a-z][a-z-]*)/g))
        judge(`css.selectors.${name}`, css.selectors[name])
    }
    if (node.type === 'decl') judgeDeclaration(node, judge)
  })
  return found
}

function judgeDeclaration(node: Declaration, judge: Judge): void {
  const { prop, parent } = node
  const isInstead = (other: ChildNode) =>
    other.type === 'decl' && unprefixed(other.prop) === prop && parent!.index(other) < parent!.index(node)
  // An invalid value with a variable is detected only when it is computed, and then the fallback is not used.
  if (!node.value.includes('var(') && parent?.some(isInstead)) return
  const value = node.value.replace(/"[^"]*"|url\([^)]*\)/g, '')
  const property = prop.startsWith('-') ? undefined : css.properties[prop]
  judge(`css.properties.${prop}`, property)
  for (const [, unit = '', name = '', word = ''] of value.matchAll(/\d([a-z]+)\b|([a-z][a-z-]*)\(|([a-z][a-z-]*)/gi)) {
    if (word !== '') judge(`css.properties.${prop}.${word}`, property?.[word])
    if (/^[dsl]v|^cq|^r?lh$|^r?cap$|^r?ic$/.test(unit))
      judge(`css.types.length.${unit}`, css.types.length?.[unitGroup(unit)])
    const functions = cssValues.get(name) ?? cssValues.get(`${name}_function`) ?? []
    if (functions.length > 0 && functions.every(({ __compat }) => lacking(__compat) !== ''))
      judge(`css.types.${name}`, functions[0])
  }
}

const unprefixed = (property: string): string => property.replace(/^-\w+-/, '')

const unitGroup = (unit: string): string => {
  const group = { d: 'dynamic', s: 'small', l: 'large' }[unit[0]!]
  if (unit[1] === 'v') return `viewport_percentage_units_${group}`
  return unit.startsWith('cq') ? 'container_query_length_units' : unit
}
