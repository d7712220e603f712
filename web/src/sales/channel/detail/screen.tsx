import { type Source, tickable } from '@cheyi/domain/booking/order/codes'
import { isConnected } from '@cheyi/domain/sales/channel/steps'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { useMayWhole } from '../../../kernel/user.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { LogTab } from '../../channel-push/parts/log-tab.tsx'
import { PushTab } from '../../channel-push/parts/push-tab.tsx'
import { channelScreens } from '../screens.ts'
import { ConnectNote, ConnectTab } from './connect-tab.tsx'
import { MappingTab } from './mapping-tab.tsx'
import { SettingTabs } from './setting-tabs.tsx'
import { StatementTab } from './statement-tab.tsx'

const tabs = [
  { key: 'basic', label: '基础' },
  { key: 'store', label: '门店' },
  { key: 'model', label: '车型' },
  { key: 'service', label: '服务' },
  { key: 'price', label: '价格' },
  { key: 'stock', label: '库存' },
  { key: 'connect', label: '对接' },
  { key: 'statement', label: '对账' },
  { key: 'push', label: '回调' },
  { key: 'log', label: '日志' },
] as const

/** An unknown source number is passed on: the server refuses it. */
const sourceOf = (id: string): Source => tickable.find((one) => String(one) === id) ?? (Number(id) as Source)

/** The merchant's settings of one channel. */
export default page(channelScreens.detail, ({ id }) => {
  const source = sourceOf(id)
  const detail = ask(calls.channel.detail, { source })
  const [stored] = useAnswers(detail)
  const mayEdit = useMayWhole('channel.edit')
  const mayReconcile = useMayWhole('channel.finance')
  const { tab = mayEdit ? 'basic' : 'statement', month } = useScreen(channelScreens.detail)
  const patch = usePatch()
  const name = useSourceNames()(source)
  const mayConnect = useMayWhole('channel.key')
  const head = (
    <Tabs
      label={`${name}设置`}
      items={tabs
        .filter(({ key }) => (key === 'statement' ? mayReconcile : mayEdit))
        .map((one) => (one.key === 'store' || one.key === 'model' ? { ...one, count: stored[`${one.key}s`] } : one))}
      value={tab}
      onChange={(key) => patch({ tab: key })}
      panel="channel"
    />
  )
  if (tab === 'statement' || !mayEdit)
    return (
      <Page title={name} head={head}>
        {mayReconcile && (
          <StatementTab key={source} source={source} month={month} onMonth={(value) => patch({ month: value })} />
        )}
      </Page>
    )
  if (tab === 'connect')
    return (
      <Page title={name} head={head}>
        {mayConnect ? (
          <ConnectTab key={source} source={source} connected={isConnected(stored.status)} />
        ) : (
          <ConnectNote />
        )}
      </Page>
    )
  if (tab === 'push')
    return <PushTab key={source} source={source} name={name} head={head} connected={isConnected(stored.status)} />
  if (tab === 'log') return <LogTab key={source} source={source} name={name} head={head} />
  if (tab === 'store' || tab === 'model' || tab === 'service')
    return (
      <Page title={name} head={head}>
        <MappingTab key={tab} source={source} kind={tab} />
      </Page>
    )
  return (
    <SettingTabs key={source} tab={tab} name={name} head={head} stored={stored} refetch={() => void refresh(detail)} />
  )
})
