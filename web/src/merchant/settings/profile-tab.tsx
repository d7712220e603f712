import { isCompanyCode } from '@cheyi/domain/check/company-code'
import { merchantStatuses } from '@cheyi/domain/merchant/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { useUploads } from '../../kernel/uploads.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { Tag } from '../../ui/tag.tsx'
import { UploadGrid } from '../../ui/upload-grid.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import type { Media } from '../parts/photos-card.tsx'
import { RegionField } from '../parts/region-field.tsx'
import { type Problems, useForm } from '../parts/use-form.ts'
import type { MerchantDetail } from './rules-tab.tsx'
import { TabFrame, type TabProps } from './tab-frame.tsx'

interface Profile {
  readonly name: string
  readonly shortName: string
  readonly licenceNo: string
  readonly rentalFilingNo: string
  readonly contactName: string
  readonly contactMobile: string
  readonly place: { cityCode: string; cityName: string; districtCode: string; districtName: string }
  readonly logoId: string | null
  readonly licenceFileId: string | null
}

const profileOf = (stored: MerchantDetail): Profile => ({
  name: stored.name,
  shortName: stored.shortName,
  licenceNo: stored.licenceNo,
  rentalFilingNo: stored.rentalFilingNo,
  contactName: stored.contactName,
  contactMobile: stored.contactMobile,
  place: {
    cityCode: stored.cityCode,
    cityName: stored.cityName,
    districtCode: stored.districtCode,
    districtName: stored.districtName,
  },
  logoId: stored.logo?.mediaId ?? null,
  licenceFileId: stored.licenceFile?.mediaId ?? null,
})

function problemsOf(profile: Profile): Problems {
  const found: Record<string, string> = {}
  const length = (text: string) => [...text.trim()].length
  if (length(profile.name) < 2 || length(profile.name) > 50) found.name = '商家名称为2-50个字'
  if (length(profile.shortName) === 0) found.shortName = '请输入商家简称'
  if (length(profile.shortName) > 12) found.shortName = '商家简称不能超过12字'
  if (!isCompanyCode(profile.licenceNo.trim().toUpperCase())) found.licenceNo = '统一社会信用代码不正确'
  if (length(profile.contactName) < 2) found.contactName = '请输入联系人'
  if (!/^1[3-9]\d{9}$/.test(profile.contactMobile.trim())) found.contactMobile = '手机号格式不正确'
  if (profile.place.cityCode === '') found.cityCode = '请选择城市'
  return found
}

const labels: Readonly<Record<keyof Profile, string>> = {
  name: '商家名称',
  shortName: '商家简称',
  licenceNo: '信用代码',
  rentalFilingNo: '租赁备案号',
  contactName: '联系人',
  contactMobile: '联系电话',
  place: '所在地区',
  logoId: '标志',
  licenceFileId: '营业执照',
}

const placeWords = ({ cityName, districtName }: Profile['place']): string =>
  [cityName, districtName].filter(Boolean).join(' ')

/** Who the merchant is. */
export function ProfileTab({ head, stored, refetch }: TabProps<MerchantDetail>) {
  const record = profileOf(stored)
  const form = useForm<Profile>({ name: 'settings:profile', stored: record, check: problemsOf, refetch })
  const { value, set, problems } = form
  const uploads = useUploads('merchant', stored.merchantId)
  const saving = useWrite(calls.merchant.save, form.manner)
  const newest = (slot: string) => uploads.mediaIds(slot).at(-1)
  async function save() {
    if (!form.ready()) return
    const { place, ...fields } = value
    const saved = await saving.run({
      ...fields,
      licenceNo: value.licenceNo.trim().toUpperCase(),
      contactMobile: value.contactMobile.trim(),
      cityCode: place.cityCode,
      districtCode: place.districtCode,
      logoId: newest('logo') ?? value.logoId,
      licenceFileId: newest('licence') ?? value.licenceFileId,
      version: stored.version,
    })
    if (!saved) return
    form.done()
    uploads.forget()
    feedback.toast('商家资料已保存')
  }
  const line = (name: 'name' | 'shortName' | 'licenceNo' | 'rentalFilingNo' | 'contactName', most: number) => (
    <Field label={labels[name]} error={problems[name]} optional={name === 'rentalFilingNo'}>
      <TextInput value={value[name]} maxLength={most} onChange={({ target }) => set({ [name]: target.value })} />
    </Field>
  )
  return (
    <TabFrame
      head={head}
      form={form}
      saving={saving.pending}
      more={uploads.items.length > 0}
      waiting={uploads.unsent > 0 ? '图片还在上传' : undefined}
      onSave={() => void save()}
    >
      <ConflictNotice
        form={form}
        stored={record}
        label={(name) => labels[name]}
        words={(name, one) => (name === 'place' ? placeWords(one.place) : String(one[name] ?? '') || '未填写')}
      />
      <Card title="商家资料" extra={<Tag tone="outline">{merchantStatuses.text(stored.status)}</Tag>}>
        {line('name', 50)}
        {line('shortName', 12)}
        {line('licenceNo', 18)}
        {line('rentalFilingNo', 40)}
        <RegionField
          label="所在地区"
          districts
          cityCode={value.place.cityCode}
          words={placeWords(value.place)}
          error={problems.cityCode ?? problems.districtCode}
          onPick={(place) => set({ place })}
        />
        {line('contactName', 20)}
        <Field label="联系电话" error={problems.contactMobile}>
          <TextInput
            className="num"
            inputMode="tel"
            maxLength={11}
            value={value.contactMobile}
            onChange={({ target }) => set({ contactMobile: target.value })}
          />
        </Field>
      </Card>
      <Picture
        title="标志"
        slot="logo"
        stored={value.logoId === null ? null : stored.logo}
        uploads={uploads}
        onDrop={() => set({ logoId: null })}
      />
      <Picture
        title="营业执照"
        slot="licence"
        stored={value.licenceFileId === null ? null : stored.licenceFile}
        uploads={uploads}
        onDrop={() => set({ licenceFileId: null })}
      />
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

/** One picture: the stored one until another is taken. */
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
