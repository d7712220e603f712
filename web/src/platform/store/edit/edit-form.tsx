import { storeStatuses } from '@cheyi/domain/platform/merchant/codes'
import { storeSave } from '../../../form/calls/store-save.gen.ts'
import { draftNameOf } from '../../../form/form-call.ts'
import { FormPage } from '../../../form/form-page.tsx'
import { useForm } from '../../../form/use-form.ts'
import { calls, feedback, useRead } from '../../../kernel/call/calls.ts'
import { filesOfRecordOr } from '../../../kernel/media/files-of.ts'
import { useFormFiles } from '../../../kernel/media/form-files.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { goBack } from '../../../kernel/page/router.ts'
import { later } from '../../../ui/media/later.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { storeScreens } from '../screens.ts'
import { BasicsCard } from './basics-card.tsx'
import { DatesCard } from './dates-card.tsx'
import { HoursCard } from './hours-card.tsx'
import { OneWayCard, RulesCard } from './rules-card.tsx'
import { emptyStore, formOf, inputOf, placeOf, ringsOf, type StoreDetail, shapeProblems } from './store-form.ts'

/** Loaded lazily, because the state machine of stores is bundled with those of all other entities. */
const StatusCard = later(() => import('./status-card.tsx'), null)
const AreasCard = later(() => import('./areas-card.tsx'))
// Loaded lazily, because these cards are below the visible part of the screen.
const PhotosCard = later(() => import('../../../form/photos-card.tsx'), null)
const PlacePage = later(() => import('./place-page.tsx'))
const RingPage = later(() => import('../parts/map/ring-page.tsx'))

interface EditFormProps {
  /** null: a new store. */
  readonly stored: StoreDetail | null
  readonly refetch: () => void
}

export function EditForm({ stored, refetch }: EditFormProps) {
  const { name, part } = useScreen(storeScreens.edit)
  const patch = usePatch()
  const fresh = useFormFiles(draftNameOf(storeSave, `new${name}`))
  const uploads = useUploads('store', filesOfRecordOr(stored?.storeId, fresh))
  const stores = useRead(calls.store.list, {}).data ?? []
  const usual = useRead(calls.merchant.setting, {}, { enabled: stored === null }).data
  const back = () => goBack(storeScreens.list.path)
  const form = useForm(storeSave, {
    id: stored?.storeId ?? `new${name}`,
    stored: stored === null ? { ...emptyStore, name } : formOf(stored),
    toInput: (value) => inputOf(value, uploads.mediaIds()),
    also: shapeProblems,
    refetch,
    onSaved() {
      uploads.forget()
      feedback.toast(stored ? '门店已保存' : '门店已新建')
      back()
    },
  })
  const { fields, value, set } = form

  const close = () => history.back()
  const areas = value.serviceAreas ?? []
  const index = part.startsWith('area-') ? Number(part.slice(5)) : -1
  const area = areas[index]
  if (part === 'place')
    return (
      <PlacePage
        place={placeOf(value)}
        address={value.address ?? ''}
        areas={areas}
        cityCode={value.cityCode ?? ''}
        onPick={(place) => {
          set(place)
          close()
        }}
        onBack={close}
      />
    )
  if (area)
    return (
      <RingPage
        key={index}
        title={area.name}
        noun="送取范围"
        first={area.polygon}
        others={ringsOf(areas.toSpliced(index, 1), placeOf(value))}
        place={placeOf(value)}
        cityCode={value.cityCode ?? ''}
        onChange={(polygon) => {
          set({ serviceAreas: areas.with(index, { ...area, polygon: [...polygon] }) })
          close()
        }}
        onBack={close}
      />
    )
  return (
    <FormPage
      of={form}
      title={stored?.name ?? '新建门店'}
      extra={stored && <Tag tone="neutral">{storeStatuses.text(stored.status)}</Tag>}
      onBack={back}
      touched={stored === null || uploads.items.length > 0}
      reason={uploads.unsent > 0 ? '照片还在上传' : undefined}
    >
      <BasicsCard form={form} stored={stored} onPlace={() => patch({ part: 'place' }, { push: true })} />
      <HoursCard of={fields.hours} />
      <DatesCard of={fields.holidays} />
      <AreasCard
        of={fields.serviceAreas}
        fees={stored?.fees ?? []}
        onDraw={(at) => patch({ part: `area-${at}` }, { push: true })}
      />
      <RulesCard fields={fields} merchant={stored?.merchantSettings ?? usual} />
      <OneWayCard fields={fields} stores={stores.filter(({ id }) => id !== stored?.storeId)} />
      <PhotosCard of={fields.photoIds} uploads={uploads} stored={stored?.photos ?? []} />
      {stored && <StatusCard stored={stored} />}
    </FormPage>
  )
}
