import type { Screen } from '../../kernel/page/screen.ts'
import { layoutOf, readTaken, type SourcePage } from './read.ts'

/** Whether the screen of a picture has been drawn otherwise since it was taken. */
export function isOld(name: string, page: SourcePage, rows: readonly Screen[]): boolean {
  const screen = page.pictures.find((picture) => picture.name === name)?.screen
  const row = rows.find((one) => one.name === screen)
  if (row === undefined) throw new Error(`${page.task}: the picture ${name} has no line in the head, or no such screen`)
  return readTaken()[name]?.layout !== layoutOf(row.file)
}
