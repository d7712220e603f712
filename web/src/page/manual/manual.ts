/*
 * The manual for staff: one page per task. The build writes the list of pages (`virtual:manual`) from web/manual/pages, and the text of
 * each page is a file of its own.
 */

/** In the order in which a store meets them. */
export const chapters = [
  '开始使用',
  '订单',
  '取车还车',
  '收款与押金',
  '车辆',
  '价格与渠道',
  '客户与合同',
  '违章与通行',
  '财务',
  '经营',
  '设置',
] as const
export type Chapter = (typeof chapters)[number]

export interface ManualPage {
  /** Its name in the address, and of its file. */
  readonly task: string
  readonly title: string
  readonly chapter: Chapter
  /** Further words by which it is found. */
  readonly words: string
  /** Names of buttons and pages that its text quotes, by which it is found as well. */
  readonly names: readonly string[]
  /** Names of the screens on which 怎么用 opens it. */
  readonly screens: readonly string[]
  /** Names of further screens on which it helps. */
  readonly also: readonly string[]
}

/** What a page's file contains. */
export interface ManualText {
  readonly html: string
}

/** The page that 怎么用 opens on a screen. */
export const pageOf = <P extends ManualPage>(pages: readonly P[], screen: string): P | undefined =>
  pages.find(({ screens }) => screens.includes(screen))

/** Further pages that help on a screen. */
export const furtherPagesOf = <P extends ManualPage>(pages: readonly P[], screen: string): readonly P[] =>
  pages.filter(({ also }) => also.includes(screen))

/** Pages by chapter; chapters without a page are left out. */
export const byChapter = <P extends ManualPage>(
  pages: readonly P[],
): { readonly chapter: Chapter; readonly pages: P[] }[] =>
  chapters
    .map((chapter) => ({ chapter, pages: pages.filter((page) => page.chapter === chapter) }))
    .filter(({ pages: of }) => of.length > 0)
