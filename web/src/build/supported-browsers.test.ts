import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from '@cheyi/domain/language'
import { parse } from 'acorn'
import { normalizePath } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureWebBuilt } from '../../../scripts/lib/web-build.mjs'
import { polyfills } from './polyfills.ts'
import { notice, startScript } from './start-script.ts'
import { oldestEngines } from './supported-browsers.ts'
import { beyondOfScript, beyondOfSheet, type Lacking } from './testing/compat.ts'

/*
 * What the build uses is there in the oldest engines, is filled in, or stands below with the reason why its lack is borne. A
 * feature is told by MDN's compat data; the build is the one of the browser tests.
 */

/** Feature, or its beginning → why an engine may lack it; after the name of a build, only there. */
const borne: Readonly<Record<string, string>> = {
  // Asked for before it is used.
  'api.HTMLElement.popover':
    'the toast asks for it, React writes it as an attribute; without it the toast lies below an open dialog',
  'api.HTMLElement.showPopover': 'called where `popover` is known',
  'css.selectors.popover-open': 'asked for where `popover` is known',
  'api.Navigator.connection': 'React DOM asks for it',
  'api.Navigator.permissions': 'the camera asks for it',
  'api.Navigator.share': 'asked for; without it the link is copied',
  'api.BarcodeDetector': 'asked for; without it codes are typed',
  'api.OffscreenCanvas': 'MapLibre asks for it and draws on a canvas',
  'api.VideoFrame': 'MapLibre asks for it',
  'api.TouchEvent': 'MapLibre asks for it',
  'javascript.builtins.Intl.Segmenter': 'MapLibre asks for it',
  'api.Window.navigation': 'React DOM asks for it',
  'api.Document.moveBefore': 'Preact asks for it',
  'api.Window.setImmediate': 'React DOM asks for it',
  'api.Document.startViewTransition': 'React DOM calls it for <ViewTransition> alone, which nothing uses',
  'css.properties.view-transition': 'as above',
  'api.PerformanceResourceTiming.transferSize': 'React DOM asks for it',
  // Read or written where nothing follows from its lack.
  'api.Element.role': 'a field of our own',
  'api.StorageManager.estimate': 'a call of our own',
  'api.IntersectionObserver.scrollMargin': 'an option of @tanstack/react-virtual',
  'api.PointerEvent.persistentDeviceId': 'signature_pad reads it and goes on without',
  'api.HTMLImageElement.fetchPriority': 'a hint to the browser',
  'api.HTMLInputElement.capture': 'phones have it; elsewhere a file is chosen',
  'api.HTMLLinkElement.imageSizes': 'React DOM reads it of preloads of pictures, of which there are none',
  'api.HTMLMediaElement.srcObject': 'a MediaStream is taken everywhere; the newer part is about other kinds',
  'api.MouseEvent.movement': 'of a mouse; the older phones have none',
  'api.CanvasRenderingContext2D.font': 'taken everywhere; the newer part is about units of the root element',
  'css.properties.translate': 'the toast stays at its usual place above the keyboard',
  'site javascript.builtins.Array.with': 'a function of lean-qr',
  'docs api.VTTCue.region': 'a field of Redoc',
  'docs api.Window.dump': 'a function of js-yaml',
  'docs api.CSSStyleRule.styleMap': 'a field of js-yaml',
  'docs api.CustomElementRegistry.getName': 'a function of styled-components',
  'docs api.FetchEvent.handled': 'a field of mark.js',
  'docs api.FontFace.variant': 'a field of Redoc',
  'docs api.HTMLIFrameElement.csp': 'a language of Prism',
  'docs api.Navigator.scheduling': 'React DOM asks for it',
  'docs api.PerformanceResourceTiming.contentEncoding': 'a word of JSON Schema',
  'docs api.RTCIceCandidate.component': 'a field of Redoc',
  'docs javascript.builtins.Error.captureStackTrace': 'js-yaml asks for it',
  'docs javascript.builtins.Iterator.toArray': 'a function of Lunr',
  'docs javascript.builtins.Promise.try': 'core-js in Redoc fills it in',
  'docs javascript.builtins.RegExp.escape': 'core-js in Redoc fills it in',
  'docs javascript.builtins.Symbol.dispose': 'core-js in Redoc asks for it',
  // Ornament and comfort of style sheets.
  'css.at-rules.media.forced-colors': 'MapLibre: contrast modes of desktops',
  'css.selectors.fullscreen': 'MapLibre: we show no map in full screen',
  'css.at-rules.property': 'the disc that fills while a finger stays is full at once',
  'css.at-rules.starting-style': 'sheets come without a motion',
  'css.properties.cursor': 'phones have no cursor',
  'css.properties.resize': 'phones have no handle',
  'css.properties.field-sizing': 'a text area scrolls instead of growing',
  'css.properties.outline': 'the corners of an outline are square',
  'css.properties.overscroll-behavior': 'what is behind a list scrolls on at its end',
  'css.properties.scrollbar-width': 'a scrollbar is seen',
  'css.properties.user-select': 'what is signed on, or a secret, is selected like other text',
}
const reasons = Object.keys(borne)
const filled = new Set(polyfills.flatMap(({ features }) => features))

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

/** What is built apart, and the files of it. The frame in other websites is a page of the site. */
const builds = {
  app: (path: string) => path.startsWith('assets/'),
  worker: (path: string) => path === 'sw.js',
  site: (path: string) => path.startsWith('site/'),
  docs: (path: string) => path.startsWith('open/'),
} as const
type Build = keyof typeof builds
const buildNames = Object.keys(builds) as Build[]

interface Found {
  readonly of: Build
  readonly file: string
  readonly feature: string
  readonly lacks: string
}
let found: readonly Found[] = []
const isBorne = ({ of, feature }: Found, reason: string) =>
  feature.startsWith(reason) || `${of} ${feature}`.startsWith(reason)
/** Only the application, whose first script loads the polyfills, has what is filled in. */
const isFilled = ({ of, feature }: Found) => of === 'app' && filled.has(feature)
const open = (build: Build, kind: RegExp): string[] =>
  found
    .filter(
      (one) =>
        one.of === build && kind.test(one.file) && !isFilled(one) && !reasons.some((reason) => isBorne(one, reason)),
    )
    .map(({ file, feature, lacks }) => `${file}: ${feature} (${lacks})`)

/** It asks for what it fills in. */
const ownQuestions = /^polyfills-[\w-]+\.js$/

function readFound(path: string): Found[] {
  const file = basename(path)
  const of = buildNames.find((build) => builds[build](path))
  if (of === undefined) throw new Error(`${path} belongs to no build`)
  if (ownQuestions.test(file)) return []
  // The worker begins with the question whether the engine needs the polyfills.
  const text = readFileSync(`${dist}${path}`, 'utf8').replace(/^const POLYFILLS=.*$/m, '')
  const beyond: Lacking = path.endsWith('.css') ? beyondOfSheet(text) : beyondOfScript(text)
  return [...beyond].map(([feature, lacks]) => ({ of, file, feature, lacks }))
}

beforeAll(async () => {
  await ensureWebBuilt()
  found = globSync('**/*.{js,mjs,css}', { cwd: dist }).flatMap((path) => readFound(normalizePath(path)))
}, 240_000)

describe('the build', () => {
  test.each(buildNames)('%s uses in scripts what the oldest engines have or what is filled in', (build) => {
    expect(open(build, /js$/)).toEqual([])
  })

  test.each(buildNames)('%s uses in style sheets what the oldest engines have', (build) => {
    expect(open(build, /css$/)).toEqual([])
  })

  test('has the layer of the reset before the layer of the layout, in the style sheet that is read first', () => {
    const [first = ''] = globSync('assets/index-*.css', { cwd: dist })
    const layers = readFileSync(`${dist}${first}`, 'utf8').matchAll(/@layer (\w+)/g)
    expect(Array.from(layers, ([, name]) => name)).toEqual(['reset', 'layout'])
  })

  test('needs each reason and each polyfill of a single feature', () => {
    expect(reasons.filter((reason) => !found.some((one) => isBorne(one, reason)))).toEqual([])
    const used = new Set(found.filter(({ of }) => of === 'app').map(({ feature }) => feature))
    expect(
      polyfills.filter(({ features }) => !features.some((feature) => used.has(feature))).map(({ has }) => has),
    ).toEqual([])
  })

  test('has no polyfill where a worker has none: the worker of maps', () => {
    expect(found.filter((one) => /worker/.test(one.file) && isFilled(one))).toEqual([])
  })

  test('begins with a script that a browser of 2016 reads', () => {
    const page = readFileSync(`${dist}index.html`, 'utf8')
    const [, script = ''] = /<script>([\s\S]+?)<\/script>[\s\S]*<script type="module"/.exec(page) ?? []
    expect(script).toContain('/api/login/v1/userInfo')
    expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow()
  })
})

test('the first script stops only engines older than the oldest', async () => {
  const gate = /if \(!(.+?)\) return tell/.exec(await startScript(null))?.[1]
  expect(gate).toBe('self.CSSLayerBlockRule')
  expect([...beyondOfScript(gate!, 'script')]).toEqual([])
})

test('the notice of an older browser says which ones do', () => {
  for (const release of Object.values(oldestEngines)) expect(notice).toContain(` ${release} `)
})

test.each([
  ['Array.fromAsync(list)', 'javascript.builtins.Array.fromAsync'],
  ['list.findLastIndex(one) + list.toSorted()', 'javascript.builtins.Array.toSorted'],
  ['const { promise } = Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
  ['new URLPattern({})', 'api.URLPattern'],
  ['element.setHTMLUnsafe(text)', 'api.Element.setHTMLUnsafe'],
  ['navigator.scheduling.isInputPending()', 'api.Navigator.scheduling'],
  ['class A { static { go() } }', 'javascript.classes.static.initialization_blocks'],
  ['text.replace(/(?<=a)b/, "")', 'javascript.regular_expressions.lookbehind_assertion'],
  ['text.replace(/[a--b]/v, "")', 'syntax'],
  ['import data from "./a.json" with { type: "json" }', 'syntax'],
  ['element.closest(".field:has(input)")', 'css.selectors.has'],
])('%s is found in a script', (code, feature) => {
  expect([...beyondOfScript(code).keys()]).toContain(feature)
})

test.each([
  'list.at(-1) + structuredClone(list).findLast(one)',
  'element.setHTMLUnsafe?.(text)',
  'typeof URLPattern',
  'navigator.scheduling?.isInputPending()',
])('%s is none', (code) => {
  expect([...beyondOfScript(code)]).toEqual([])
})

test.each([
  ['.a:has(.b) { color: red }', 'css.selectors.has'],
  ['.a { .b & { color: red } }', 'css.selectors.nesting'],
  ['.a { height: 100dvh }', 'css.types.length.dvh'],
  ['.a { color: var(--c); color: color-mix(in srgb, var(--c), red) }', 'css.types.color-mix'],
  ['@container (width > 3px) { .a { color: red } }', 'css.at-rules.container'],
  ['@media (width > 3px) { .a { color: red } }', 'css.at-rules.media.range_syntax'],
  ['.a { text-wrap: balance }', 'css.properties.text-wrap'],
  ['@layer reset, layout;', 'css.at-rules.layer.statement'],
])('%s is found in a style sheet', (text, feature) => {
  expect([...beyondOfSheet(text).keys()]).toContain(feature)
})

test.each([
  '.a { inset: 0; height: 100vh; height: 100dvh }',
  '@supports selector(:has(*)) { .a:has(.b) { color: red } }',
  '.a:is(.b, .c) { -webkit-mask-image: none; mask-image: none }',
  '@layer reset { .a { color: red } }',
])('%s is none', (text) => {
  expect([...beyondOfSheet(text)]).toEqual([])
})

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

const json = <T>(path: string) => JSON.parse(readFileSync(`${dist}${path}`, 'utf8')) as T

/** Scripts and styles that a page names before it runs; `behind`: with what a customer's link loads after its code was typed. */
function filesOf(path: string, behind = false) {
  const chunks = json<Record<string, Chunk>>('.vite/manifest.json')
  const screen = json<Record<string, string>>('.vite/screens.json')[path]!
  const seen = new Set(['index.html', screen, ...(behind ? chunks[screen]!.dynamicImports! : [])])
  for (const key of seen) for (const other of chunks[key]!.imports ?? []) seen.add(other)
  const all = [...seen].map((key) => chunks[key]!)
  const scripts = [...new Set(all.map(({ file }) => file))]
  // Compressed by the build; what is smaller than a packet travels as it is.
  const sizes = scripts.map(
    (file) => statSync(existsSync(`${dist}${file}.br`) ? `${dist}${file}.br` : `${dist}${file}`).size,
  )
  const weight = sizes.reduce((sum, size) => sum + size, 0) / 1000
  return { scripts, weight, styles: [...new Set(all.flatMap(({ css = [] }) => css))] }
}

test.each([
  ['/login', 5, 1, 106.5],
  ['/', 6, 1, 129],
  ['/order', 7, 1, 137.6],
  ['/order/detail', 8, 1, 146.1],
  ['/order/pickup', 19, 3, 183],
  ['/order/return', 22, 4, 197.7],
  ['/order/create', 16, 4, 167.5],
  ['/stock', 10, 3, 142],
  ['/pay', 7, 1, 118.8],
  ['/selfPickupReturn/userPickup', 7, 1, 117.6],
  ['/illegals/customer', 7, 1, 117.7],
  ['/owner/own', 7, 1, 117.7],
  ['/agreement/sign', 9, 1, 118.5],
] as const)('%s comes in at most %i scripts and %i styles, its scripts in %i kB', (path, most, sheets, weight) => {
  const files = filesOf(path)
  expect(files.scripts.length).toBeLessThanOrEqual(most)
  expect(files.styles.length).toBeLessThanOrEqual(sheets)
  expect(files.weight).toBeLessThanOrEqual(weight)
})

test.each([
  ['/selfPickupReturn/userPickup', 16, 148.8],
  ['/selfPickupReturn/userReturn', 15, 147.3],
  ['/illegals/customer', 12, 131.2],
  ['/owner/own', 12, 124.7],
  ['/agreement/sign', 11, 126.7],
] as const)('%s and what is behind its code come in at most %i scripts of %i kB', (path, most, weight) => {
  const files = filesOf(path, true)
  expect(files.scripts.length).toBeLessThanOrEqual(most)
  expect(files.weight).toBeLessThanOrEqual(weight)
})

test('no screen comes in more than 28 scripts', () => {
  const screens = Object.keys(json<Record<string, string>>('.vite/screens.json'))
  expect(screens.filter((path) => filesOf(path).scripts.length > 28)).toEqual([])
})

test('no two files import each other, directly or by others: they would run in no promised order', () => {
  const chunks = json<Record<string, Chunk>>('.vite/manifest.json')
  const inCircles = Object.keys(chunks).filter((key) => {
    const reached = new Set(chunks[key]!.imports)
    for (const one of reached) for (const other of chunks[one]!.imports ?? []) reached.add(other)
    return reached.has(key)
  })
  expect(inCircles).toEqual([])
})

test('the booking page of a merchant comes in one script and one style of 28.5 kB together', () => {
  const folder = new URL('../../dist/site/', import.meta.url)
  const manifest = readFileSync(fileURLToPath(new URL('.vite/manifest.json', folder)), 'utf8')
  const {
    file,
    css,
    imports = [],
  } = JSON.parse(manifest)['client.tsx'] as { file: string; css: string[]; imports?: string[] }
  expect(imports).toEqual([])
  const bytes = [file, ...css].map((name) => statSync(`${fileURLToPath(new URL(name, folder))}.gz`).size)
  expect(bytes.reduce((sum, one) => sum + one, 0) / 1000).toBeLessThanOrEqual(28.5)
})

test('a reader of the booking page in another language loads its words alone, 22 kB at most', () => {
  const folder = new URL('../../dist/site/', import.meta.url)
  const manifest = readFileSync(fileURLToPath(new URL('.vite/manifest.json', folder)), 'utf8')
  const chunks = Object.entries(
    JSON.parse(manifest) as Record<string, { file: string; imports?: string[]; isDynamicEntry?: boolean }>,
  )
  const later = chunks.filter(([, { isDynamicEntry }]) => isDynamicEntry)
  const words = later.filter(([name]) => name.includes('/words/')).map(([, chunk]) => chunk)
  // Cards of few customers, and the share card, which a browser fetches inside WeChat alone.
  expect(later.map(([name]) => name).filter((name) => !name.includes('/words/'))).toEqual([
    'parts/mine/further.tsx',
    'share.ts',
  ])
  expect(words.length).toBe(languages.length - 1)
  for (const { file, imports = [] } of words) {
    expect(imports).toEqual([])
    expect(statSync(`${fileURLToPath(new URL(file, folder))}.gz`).size / 1000).toBeLessThanOrEqual(22)
  }
})
