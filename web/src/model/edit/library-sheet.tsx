import './library-sheet.css'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { Cell } from '../../ui/cell.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { Search } from '../../ui/search.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { type LibraryRow, libraryFacts } from './model-form.ts'

interface LibrarySheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onPick: (row: LibraryRow) => void
}

/** The platform's models, to be copied from. */
export default function LibrarySheet({ open, onClose, onPick }: LibrarySheetProps) {
  const [keyword, setKeyword] = useState('')
  const library = useRead(
    calls.model.library,
    { keyword: keyword || undefined },
    { quiet: true, keepPrevious: true, enabled: open },
  )
  const rows = library.data ?? []
  return (
    <Sheet open={open} onClose={onClose} title="车型库" flush>
      <div className="library-search">
        <Search value={keyword} onChange={setKeyword} placeholder="品牌、车系、车型" />
      </div>
      {library.data ? (
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
            extra={row.owned && <Tag>已有</Tag>}
            onClick={() => onPick(row)}
          />
        ))
      ) : library.error ? (
        <LoadError inline onRetry={() => void library.refetch()} />
      ) : (
        <Skeleton cards={4} shape="rows" />
      )}
      {library.data && rows.length === 0 && <Empty art="search" title="车型库中没有该车型" note="可关闭后自己填写" />}
    </Sheet>
  )
}
