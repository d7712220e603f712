import { lazy, useState } from 'react'
import { useUser } from '../../../../kernel/user.ts'
import { NavBar } from '../../../../ui/frame/nav-bar.tsx'
import { PageFrame } from '../../../../ui/frame/page-frame.tsx'
import { LazyArea } from '../../../../ui/frame/skeleton.tsx'
import { Segmented } from '../../../../ui/frame/tabs.tsx'
import { IconButton, Row } from '../../../../ui/layout.tsx'
import { MyInvitations } from '../invitation/my-invitations.tsx'
import { leaveAccount } from '../leave-account.ts'
import { MerchantList, MerchantSearch } from './merchant-list.tsx'

const Desk = lazy(() => import('../../../operator/parts/desk.tsx'))

const places = [
  { value: 'enter', label: '进入商家' },
  { value: 'review', label: '商家审核' },
] as const

/** Shown instead of every page until the user chooses a merchant; operators also review merchants here. */
export default function MerchantChooser() {
  const operator = useUser()?.isOperator === true
  const [place, setPlace] = useState<(typeof places)[number]['value']>('enter')
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
          {operator && (
            <Row pad={[0, 12, 8]} align="stretch" justify="center">
              <Segmented label="平台运营" options={places} value={place} onChange={setPlace} />
            </Row>
          )}
          <MerchantSearch value={keyword} onChange={setKeyword} />
        </>
      }
      narrow
    >
      {place === 'enter' ? (
        <>
          <MyInvitations />
          <MerchantList keyword={keyword} onLeave={leave} />
        </>
      ) : (
        <LazyArea>
          <Desk keyword={keyword} />
        </LazyArea>
      )}
    </PageFrame>
  )
}
