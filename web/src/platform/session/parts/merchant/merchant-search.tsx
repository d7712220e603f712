import './merchant-list.css'
import { Search } from '../../../../ui/field/search.tsx'
import { Box } from '../../../../ui/layout.tsx'

/** Filters while the user types, because the complete list is loaded. */
export function MerchantSearch({ value, onChange }: { value: string; onChange: (keyword: string) => void }) {
  return (
    <Box pad={[4, 16, 12]} narrow>
      <Search value={value} onChange={onChange} placeholder="请输入搜索关键字" debounce={0} />
    </Box>
  )
}
