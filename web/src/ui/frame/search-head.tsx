import './search-head.css'
import type { ReactNode } from 'react'
import { Search } from '../field/search.tsx'
import { Button } from '../layout.tsx'

interface SearchHeadProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder: string
  /** Number of active filters. */
  readonly filters: number
  readonly onFilter: () => void
  /** The filter button shows its text, not only its icon: when nothing is beside the list. */
  readonly roomy: boolean
  /** At the end of the search box. */
  readonly extra?: ReactNode
}

/** The head of a list: search and the button of the filters. */
export function SearchHead({ value, onChange, placeholder, filters, onFilter, roomy, extra }: SearchHeadProps) {
  const word = roomy ? ['筛选', filters > 0 && filters].filter(Boolean).join(' ') : filters || ''
  return (
    <div className="search-head">
      <Search value={value} onChange={onChange} placeholder={placeholder} hotkey extra={extra} />
      <Button
        variant={filters > 0 ? 'tint' : 'outline'}
        icon="filter"
        className="search-head-filter num"
        aria-label={filters > 0 ? `筛选，已选 ${filters} 项` : '筛选'}
        onClick={onFilter}
      >
        {word}
      </Button>
    </div>
  )
}
