import { useState } from 'react'
import { goTo } from '../../../../kernel/page/router.ts'
import { useUser } from '../../../../kernel/user.ts'
import { type Asks, OpenedSheet } from '../../../../page/opened.tsx'
import { MerchantList, MerchantSearch } from './merchant-list.tsx'

/** Switches to another merchant of the same user. */
export default function MerchantSheet({ answer }: Asks<true>) {
  const [keyword, setKeyword] = useState('')
  return (
    <OpenedSheet title="切换商家" flush>
      <MerchantSearch value={keyword} onChange={setKeyword} />
      <MerchantList
        keyword={keyword}
        current={String(useUser()?.merchantId ?? '')}
        onEntered={() => {
          answer(true)
          goTo('/', { replace: true, force: true })
        }}
      />
    </OpenedSheet>
  )
}
