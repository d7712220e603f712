import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Screen } from '../../kernel/page/screen.ts'
import { type Chapter, chapters, type ManualPage } from '../../page/manual/manual.ts'

/*
 * Reads the pages of the manual: web/manual/pages/<task>.md with a head of `key: value` lines, as web/manual/README.md describes.
 */

const root = resolve(import.meta.dirname, '../../..')
export const pagesFolder = resolve(root, 'manual/pages')
export const picturesFolder = resolve(root, 'manual/pictures')

/** A picture of a screen that `npm run shots -- --manual` takes. */
export interface Picture {
  readonly name: string
  /** Name of the screen, as in its row. */
  readonly screen: string
  /** What is done before it is taken, in order: `tap 取消订单`, `mark 取车`, `scroll 费用`, `with walkIn=true`. */
  readonly steps: readonly string[]
}

export interface SourcePage extends ManualPage {
  readonly pictures: readonly Picture[]
  /** The text below the head. */
  readonly markdown: string
  /** Its place in the chapter. */
  readonly order: number
}

/** What is kept of a picture when it is taken. */
export interface Taken {
  readonly width: number
  readonly height: number
  /** Digest of the files that draw its screen. */
  readonly layout: string
}

const HEAD = /^---\n([\s\S]*?)\n---\n/
const ofChapter = (name: string): Chapter => {
  const found = chapters.find((chapter) => chapter === name)
  if (found === undefined) throw new Error(`no chapter ${name}: one of ${chapters.join('、')}`)
  return found
}

/** Words of a list in a head, which has commas between them. */
const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(/[,，]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

function pictureOf(line: string): Picture {
  const [name = '', screen = '', ...steps] = line.split('|').map((part) => part.trim())
  return { name, screen, steps }
}

/** @param task name of the page, and of its file */
export function readPage(task: string): SourcePage {
  const text = readFileSync(resolve(pagesFolder, `${task}.md`), 'utf8')
  const head = HEAD.exec(text)
  if (head === null) throw new Error(`${task}.md has no head between two lines of ---`)
  const values = new Map<string, string>()
  const pictures: Picture[] = []
  for (const line of head[1]!.split('\n')) {
    const at = line.indexOf(':')
    const [key, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    if (key === 'picture') pictures.push(pictureOf(value))
    else values.set(key, value)
  }
  const markdown = text.slice(head[0].length)
  return {
    task,
    title: values.get('title') ?? '',
    chapter: ofChapter(values.get('chapter') ?? ''),
    words: values.get('words') ?? '',
    names: [...new Set(quotesOf(markdown))],
    screens: listOf(values.get('screens')),
    also: listOf(values.get('also')),
    pictures,
    markdown,
    order: Number(values.get('order') ?? 99),
  }
}

/** Names of buttons, fields and pages that a text quotes: 「取车」. */
export const quotesOf = (markdown: string): string[] =>
  Array.from(markdown.matchAll(/「([^」]+)」/g), ([, name]) => name!)

/** Every page, by chapter, and in a chapter by its place. */
export function readPages(): SourcePage[] {
  const pages = globSync('*.md', { cwd: pagesFolder }).map((file) => readPage(basename(file, '.md')))
  const chapterAt = (page: SourcePage) => chapters.indexOf(page.chapter)
  return pages.toSorted((a, b) => chapterAt(a) - chapterAt(b) || a.order - b.order)
}

/** Pictures that are in the folder, by name. */
export function readTaken(): Readonly<Record<string, Taken>> {
  const file = resolve(picturesFolder, 'taken.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Taken>) : {}
}

/**
 * Digest of what draws a screen: the components and styles of its own folder. Shared parts are left out: they change often, and a button
 * that has become rounder makes no picture wrong.
 * @param file folder of the screen, as in its row
 */
export function layoutOf(file: string): string {
  const folder = resolve(root, 'src', file)
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).toSorted())
    if (/\.(tsx|css)$/.test(name) && !name.includes('.test.'))
      hash.update(`${name}\n${readFileSync(resolve(folder, name), 'utf8')}\n`)
  return hash.digest('hex').slice(0, 12)
}

/** Whether the screen of a picture has been drawn otherwise since it was taken. @param rows all screens */
export function isOld(name: string, page: SourcePage, rows: readonly Screen[]): boolean {
  const screen = page.pictures.find((picture) => picture.name === name)?.screen
  const row = rows.find((one) => one.name === screen)
  if (row === undefined) throw new Error(`${page.task}: the picture ${name} has no line in the head, or no such screen`)
  return readTaken()[name]?.layout !== layoutOf(row.file)
}
