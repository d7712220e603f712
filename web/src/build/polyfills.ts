import { fileURLToPath } from 'node:url'

/** Features of MDN's compat data that some of the oldest engines lack, and their polyfills. */
interface Polyfill {
  readonly features: readonly string[]
  /** An expression that is true if no polyfill is needed. It must be valid in a browser of 2016, in a page and in a worker. */
  readonly has: string
  /** Modules that implement the features. */
  readonly from: readonly string[]
}

const builtin = (name: string): string => `javascript.builtins.${name}`

const arrays = ['toReversed', 'toSorted', 'toSpliced', 'with']
const iterators = ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray']
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * Features that the application and its packages use but some of the oldest engines lack; only an engine that lacks
 * one of them loads the polyfills.
 */
export const polyfills: readonly Polyfill[] = [
  {
    features: arrays.map((name) => builtin(`Array.${name}`)),
    has: arrays.map((name) => `[].${name}`).join('&&'),
    from: arrays.map((name) => `core-js/modules/es.array.${kebab(name)}.js`),
  },
  {
    features: iterators.map((name) => builtin(`Iterator.${name}`)),
    has: 'self.Iterator&&Iterator.prototype.take',
    from: ['constructor', ...iterators].map((name) => `core-js/modules/es.iterator.${kebab(name)}.js`),
  },
  { features: [builtin('Map.groupBy')], has: 'Map.groupBy', from: ['core-js/modules/es.map.group-by.js'] },
  {
    features: ['api.URL.canParse'],
    has: 'URL.canParse',
    from: ['core-js/modules/web.url.can-parse.js'],
  },
  {
    features: ['api.AbortSignal.any', 'api.AbortSignal.timeout'],
    has: 'AbortSignal.any&&AbortSignal.timeout',
    from: [fileURLToPath(new URL('./abort-signal.ts', import.meta.url))],
  },
]

/** An expression that is true if the engine needs no polyfill. */
export const hasAll = polyfills.map(({ has }) => has).join('&&')

/** The script of all polyfills; each one leaves an existing implementation unchanged. */
export const polyfillModule = polyfills
  .flatMap(({ from }) => from.map((name) => `import ${JSON.stringify(name)}`))
  .join('\n')
