/** One or more features of MDN's compat data that some of the oldest engines lack, and what fills them in. */
interface Polyfill {
  readonly features: readonly string[]
  /** True where nothing is to be filled in: an expression that a browser of 2016 understands, of a page or a worker. */
  readonly has: string
  /** Modules that fill it in. */
  readonly from: readonly string[]
}

const builtin = (name: string): string => `javascript.builtins.${name}`

const arrays = ['toReversed', 'toSorted', 'toSpliced', 'with']
const iterators = ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray']
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What the sources and packages of the application use beyond the oldest engines; only an engine that lacks some of it fetches them. */
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
    from: [new URL('./abort-signal.ts', import.meta.url).pathname],
  },
]

/** True where nothing is to be filled in. */
export const hasAll = polyfills.map(({ has }) => has).join('&&')

/** The script that fills in what an engine lacks; each part leaves alone what is there. */
export const polyfillModule = polyfills
  .flatMap(({ from }) => from.map((name) => `import ${JSON.stringify(name)}`))
  .join('\n')
