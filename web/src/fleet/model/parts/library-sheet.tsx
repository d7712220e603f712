import './library-sheet.css'
import { useState } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Box, Cell } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type LibraryRow, libraryFacts } from './model-form.ts'

interface LibrarySheetProps extends Asks<LibraryRow> {
  /** Initial search text. */
  readonly sought?: string
}

/** Models of the platform that can be copied; answers the chosen one. */
export default function LibrarySheet({ sought = '', answer }: LibrarySheetProps) {
  const [keyword, setKeyword] = useState(sought)
  const library = useRead(calls.model.library, { keyword: keyword || undefined }, { keepPrevious: true })
  return (
    <OpenedSheet title="车型库" flush>
      <Box pad={[0, 16, 8]} fill="surface" className="library-search">
        <Search value={keyword} onChange={setKeyword} placeholder="品牌、车系、车型" />
      </Box>
      <Answer of={library} cards={4}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty art="search" title="车型库中没有该车型" note="可关闭后自己填写" />
          ) : (
            rows.map((row) => (
              <Cell
                key={row.libraryId}
                label={row.name}
                note={
                  <>
                    {row.modelYear}款 {row.config}
                    <br />
                    {libraryFacts(row)}
                  </>
                }
                extra={row.modelId !== null && <Tag>已有</Tag>}
                onClick={() => answer(row)}
              />
            ))
          )
        }
      </Answer>
    </OpenedSheet>
  )
}
