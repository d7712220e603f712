import { companyCodeProblem } from '@cheyi/domain/platform/check/company-code'
import { sizeText } from '@cheyi/domain/platform/media/size'
import { merchantStatuses } from '@cheyi/domain/platform/merchant/codes'
import { lazy, Suspense } from 'react'
import { merchantSave } from '../../../form/calls/merchant-save.gen.ts'
import { TextField } from '../../../form/fields.tsx'
import type { Media } from '../../../form/photos-card.tsx'
import { useForm } from '../../../form/use-form.ts'
import { calls, feedback, useRead } from '../../../kernel/call/calls.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMay, useMayWhole } from '../../../kernel/user.ts'
import { Answer, Page } from '../../../page/page.tsx'
import { agreementScreens } from '../../../rental/agreement/screens.ts'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Card, Cell } from '../../../ui/layout.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { RegionField } from '../parts/region-field.tsx'
import { merchantScreens } from '../screens.ts'
import { PayTab } from './pay-tab.tsx'
import { type MerchantDetail, RulesTab } from './rules-tab.tsx'
import { TabFrame, type TabProps } from './tab-frame.tsx'

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

function ProfileTab({ head, stored, refetch }: TabProps<MerchantDetail>) {
  const uploads = useUploads('merchant', { record: stored.merchantId })
  const newest = (slot: string) => uploads.mediaIds(slot).at(-1)
  const form = useForm(merchantSave, {
    id: 'profile',
    stored: { ...stored, logoId: stored.logo?.mediaId ?? null, licenceFileId: stored.licenceFile?.mediaId ?? null },
    toInput: (value) => ({
      ...value,
      licenceNo: (value.licenceNo ?? '').trim().toUpperCase(),
      logoId: newest('logo') ?? value.logoId,
      licenceFileId: newest('licence') ?? value.licenceFileId,
    }),
    also: ({ licenceNo }) => ({ licenceNo: companyCodeProblem(licenceNo ?? '') }),
    refetch,
    onSaved() {
      uploads.forget()
      feedback.toast('商家资料已保存')
    },
  })
  const { fields, value } = form
  return (
    <TabFrame
      head={head}
      of={form}
      touched={uploads.items.length > 0}
      reason={uploads.unsent > 0 ? '图片还在上传' : undefined}
    >
      <Card title="商家资料" extra={<Tag tone="outline">{merchantStatuses.text(stored.status)}</Tag>}>
        <TextField of={fields.name} />
        <TextField of={fields.shortName} />
        <TextField of={fields.licenceNo} label="信用代码" />
        <TextField of={fields.rentalFilingNo} />
        <RegionField
          label="所在地区"
          city={fields.cityCode}
          district={fields.districtCode}
          known={{ [stored.cityCode]: stored.cityName, [stored.districtCode]: stored.districtName }}
        />
        <TextField of={fields.contactName} />
        <TextField of={fields.contactMobile} className="num" inputMode="tel" />
      </Card>
      <Picture
        title="标志"
        slot="logo"
        stored={value.logoId === null ? null : stored.logo}
        uploads={uploads}
        onDrop={() => fields.logoId.set(null)}
      />
      <Picture
        title="营业执照"
        slot="licence"
        stored={value.licenceFileId === null ? null : stored.licenceFile}
        uploads={uploads}
        onDrop={() => fields.licenceFileId.set(null)}
      />
      <Card title="存储空间">
        <Cell label="已用">
          <span className="num">
            {sizeText(stored.space.usedBytes)} / {sizeText(stored.space.quotaBytes)}
          </span>
        </Cell>
      </Card>
      <Card title="合同">
        <Cell label="合同模板" note="条款、签署确认语和样张" onClick={() => go(agreementScreens.template, {})} />
        <Cell label="签章证书" note="合同由谁签名，何时到期" onClick={() => go(agreementScreens.seal, {})} />
      </Card>
    </TabFrame>
  )
}

interface PictureProps {
  readonly title: string
  readonly slot: string
  readonly stored: Media | null
  readonly uploads: ReturnType<typeof useUploads>
  readonly onDrop: () => void
}

/** One picture: shows the stored one until a new one is taken. */
function Picture({ title, slot, stored, uploads, onDrop }: PictureProps) {
  const taken = uploads.tiles.filter((tile) => tile.slot === slot).slice(-1)
  const kept = stored && { id: stored.mediaId, status: 'done' as const, url: stored.thumbUrl ?? stored.url }
  const items = taken.length > 0 ? taken : kept ? [kept] : []
  return (
    <Card pad title={title}>
      <UploadGrid
        items={items.map((item) => ({ ...item, slot: undefined }))}
        max={1}
        addLabel={`上传${title}`}
        onAdd={() => void uploads.pick({ slot, source: 'both', max: 1 })}
        onRetry={uploads.retry}
        onRemove={(id) => (taken.length > 0 ? uploads.remove(id) : onDrop())}
      />
    </Card>
  )
}
