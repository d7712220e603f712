import { lazy, Suspense } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { useMay, useMayWhole } from '../../../kernel/user.ts'
import { Answer } from '../../../page/answer.tsx'
import { Page } from '../../../page/page.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { merchantScreens } from '../screens.ts'
import { PayTab } from './pay-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { RulesTab } from './rules-tab.tsx'

const NotifyTab = lazy(() => import('./notify-tab.tsx'))

const tabs = [
  { key: 'profile', label: '商家资料' },
  { key: 'rules', label: '业务规则' },
  { key: 'notify', label: '消息通知' },
  { key: 'pay', label: '收款设置' },
] as const
type Tab = (typeof tabs)[number]['key']

/** The merchant's own data: its profile, its business rules, and how it takes money. */
export default function MerchantSettings() {
  const search = useScreen(merchantScreens.settings)
  const patch = usePatch()
  const maySet = useMayWhole('merchant.setting')
  const mayPay = useMay('merchant.pay')
  const open = tabs.filter(({ key }) => (key === 'pay' ? mayPay : maySet))
  const tab: Tab = open.some(({ key }) => key === search.tab) ? search.tab : (open[0]?.key ?? 'pay')
  const merchant = useRead(calls.merchant.detail, {}, { enabled: maySet && tab !== 'pay' })
  const pay = useRead(calls.merchant.paySetting, {}, { enabled: tab === 'pay' })
  const read = tab === 'pay' ? pay : merchant
  const head = open.length > 1 && (
    <Tabs label="商家设置" items={open} value={tab} onChange={(key) => patch({ tab: key })} panel="settings" />
  )
  const again = () => void read.refetch()
  if (tab === 'pay' && pay.data) return <PayTab head={head} stored={pay.data} refetch={again} />
  if (tab === 'rules' && merchant.data) return <RulesTab head={head} stored={merchant.data} refetch={again} />
  if (tab === 'profile' && merchant.data) return <ProfileTab head={head} stored={merchant.data} refetch={again} />
  const waiting = (
    <Page head={head}>
      <Answer of={{ data: undefined, error: read.error, refetch: read.refetch }} cards={4} shape="detail">
        {() => null}
      </Answer>
    </Page>
  )
  if (tab !== 'notify' || !merchant.data) return waiting
  return (
    <Suspense fallback={waiting}>
      <NotifyTab head={head} stored={merchant.data} refetch={again} />
    </Suspense>
  )
}
