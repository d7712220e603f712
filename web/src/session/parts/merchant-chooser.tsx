import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { leaveAccount } from './leave-account.ts'
import { MerchantList } from './merchant-list.tsx'
import { MerchantSearch } from './merchant-search.tsx'

/** Shown in place of every page while no merchant is chosen. */
export default function MerchantChooser() {
  const [keyword, setKeyword] = useState('')
  const leave = () => void leaveAccount()
  return (
    <PageFrame
      header={
        <>
          <NavBar
            title="请选择要进入的商家"
            left={<IconButton name="logout" label="退出登录" size={20} onClick={leave} />}
          />
          <MerchantSearch value={keyword} onChange={setKeyword} />
        </>
      }
      narrow
    >
      <MerchantList keyword={keyword} onLeave={leave} />
    </PageFrame>
  )
}
