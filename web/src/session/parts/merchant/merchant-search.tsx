import './merchant-list.css'
import { Search } from '../../../ui/field/search.tsx'

/** Filters while typing: the list is here whole. */
export function MerchantSearch({ value, onChange }: { value: string; onChange: (keyword: string) => void }) {
  return (
    <div className="merchant-search">
      <Search value={value} onChange={onChange} placeholder="请输入搜索关键字" debounce={0} />
    </div>
  )
}
