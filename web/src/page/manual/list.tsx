import { pages } from 'virtual:manual'
import { says } from '../../kernel/says.ts'
import { Search } from '../../ui/field/search.tsx'
import { Empty } from '../../ui/frame/empty.tsx'
import { Box, Card, Cell } from '../../ui/layout.tsx'
import { byChapter, type ManualPage } from './manual.ts'

/** The pages in which each word of the keyword is said. */
export const pagesThatSay = (keyword: string): readonly ManualPage[] => {
  const words = keyword.split(/\s+/).filter((word) => word !== '')
  return pages.filter(({ title, words: more, names, chapter }) => {
    const text = [title, more, chapter, ...names].join(' ')
    return words.every((word) => says(text, word))
  })
}

interface ListProps {
  readonly keyword: string
  readonly onKeyword: (keyword: string) => void
  readonly onPage: (task: string) => void
  /** The page that is shown beside. */
  readonly current?: string | undefined
}

/** The pages of the manual by chapter, with a search. */
export function ManualList({ keyword, onKeyword, onPage, current }: ListProps) {
  const found = byChapter(pagesThatSay(keyword))
  return (
    <>
      <Search value={keyword} onChange={onKeyword} placeholder="想做什么：收押金、换车、开发票" tone="surface" hotkey />
      {found.length === 0 && <Empty art="search" title="没有找到" note="换一个词试试，例如按钮上的字" />}
      {found.map(({ chapter, pages: of }) => (
        <Box as="section" key={chapter} aria-label={chapter}>
          <Card title={chapter}>
            {of.map(({ task, title }) => (
              <Cell key={task} label={title} current={task === current} onClick={() => onPage(task)} />
            ))}
          </Card>
        </Box>
      ))}
    </>
  )
}
