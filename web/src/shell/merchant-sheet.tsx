import { useState } from 'react'
import { goTo } from '../kernel/router.ts'
import type { CurrentUser } from '../kernel/user.ts'
import { MerchantList } from '../session/parts/merchant-list.tsx'
import { MerchantSearch } from '../session/parts/merchant-search.tsx'
import { Sheet } from '../ui/sheet.tsx'

interface MerchantSheetProps {
  open: boolean
  onClose: () => void
  user: CurrentUser
}

/** The way to another merchant of the same person. */
export function MerchantSheet({ open, onClose, user }: MerchantSheetProps) {
  const [keyword, setKeyword] = useState('')
  return (
    <Sheet open={open} onClose={onClose} title="切换商家" flush>
      <MerchantSearch value={keyword} onChange={setKeyword} />
      <MerchantList
        keyword={keyword}
        current={user.merchantId}
        onEntered={() => {
          onClose()
          goTo('/', { replace: true, force: true })
        }}
      />
    </Sheet>
  )
}
