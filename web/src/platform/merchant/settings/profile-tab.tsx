import { companyCodeProblem } from '@cheyi/domain/platform/check/company-code'
import { sizeText } from '@cheyi/domain/platform/media/size'
import { merchantStatuses } from '@cheyi/domain/platform/merchant/codes'
import { merchantSave } from '../../../form/calls/merchant-save.gen.ts'
import { TextField } from '../../../form/fields.tsx'
import type { Media } from '../../../form/photos-card.tsx'
import { useForm } from '../../../form/use-form.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { go } from '../../../kernel/page/router.ts'
import { agreementScreens } from '../../../rental/agreement/screens.ts'
import { Card, Cell } from '../../../ui/layout.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { RegionField } from '../parts/region-field.tsx'
import type { MerchantDetail } from './rules-tab.tsx'
import { TabFrame, type TabProps } from './tab-frame.tsx'

export function ProfileTab({ head, stored, refetch }: TabProps<MerchantDetail>) {
  const uploads = useUploads('merchant', stored.merchantId)
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
