import { formatMoney } from '@cheyi/domain/money'
import { type DamageKind, damageKinds } from '@cheyi/domain/rental/damage/codes'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { slotOf } from '../../../../form/uploads-field.tsx'
import { useTyped } from '../../../../form/use-problems.ts'
import { useDraft } from '../../../../kernel/draft.ts'
import { useMay } from '../../../../kernel/user.ts'
import { type Asks, OpenedSheet } from '../../../../page/opened.tsx'
import { Field, TextArea } from '../../../../ui/field/field.tsx'
import { Button, Stack } from '../../../../ui/layout.tsx'
import { say, translate } from '../../../../words/words.ts'
import { type BegunMark, type Mark, markSlot } from '../entered.ts'
import type { Media } from '../types.ts'
import { useHandoverUploads } from '../use-handover.ts'
import { type Decided, decisionProblems, KindField, MarkCharge, useListPrice } from './mark-charge.tsx'
import { PhotosField } from './photos-field.tsx'
import { StoredPhotos } from './stored-photos.tsx'

/** Maximum number of pictures of one mark. */
const MAX_PHOTOS = 6

interface MarkSheetProps extends Asks<Mark | 'removed'> {
  readonly mark: BegunMark
  /** Whether the handover already contains it. */
  readonly isKnown: boolean
  /** Its uploaded pictures. */
  readonly media: readonly Media[]
  /** Handover that the new pictures belong to. */
  readonly type: HandoverType
  readonly orderId: string
  /** Hides the charge: a customer describes the damage but does not price it. */
  readonly uncharged?: boolean
}

/**
 * One damage mark: kind, pictures, note, and at a return its charge; answers the mark to be stored. An old mark can only be viewed, or
 * removed once it is repaired.
 */
export default function MarkSheet({ mark, isKnown, media, type, orderId, uncharged = false, answer }: MarkSheetProps) {
  const billed = type === handoverType.return && mark.isNew && !uncharged
  const may = useMay('damage.create')
  // Most damages of a fleet are of one kind, so that the last one is proposed.
  const usual = useDraft<DamageKind | null>('markKind', null)
  const begun: Decided = {
    way: !billed
      ? undefined
      : mark.amount !== null
        ? 'charge'
        : mark.reason !== ''
          ? 'free'
          : may
            ? 'charge'
            : undefined,
    reason: mark.reason,
    amount: mark.amount ?? undefined,
  }
  const { value, problems, write, isWhole, frame } = useTyped(
    { kind: mark.kind ?? usual.value ?? undefined, photoIds: mark.photoIds, decided: begun },
    (typed) => ({ kind: typed.kind === undefined && say('请选择损伤类型') }),
  )
  const { kind, photoIds, decided } = value
  const listed = useListPrice({ part: mark.part, kind }, billed)
  const amount = decided.amount === undefined ? (listed?.amount ?? null) : decided.amount
  const charged = decided.way === 'charge' ? amount : null
  const slot = markSlot(mark.markId)
  const uploads = useHandoverUploads(type, orderId)
  const fresh = slotOf(uploads, slot)
  const stored = media.filter(({ mediaId }) => photoIds.includes(mediaId))

  function send() {
    if (!isWhole(decisionProblems(decided, amount)) || kind === undefined) return
    usual.set(kind)
    usual.flush()
    answer({ ...mark, kind, amount: charged, reason: decided.reason.trim(), photoIds })
  }
  function remove() {
    fresh.forget()
    answer('removed')
  }
  if (!mark.isNew)
    return (
      <OpenedSheet
        title={translate(partName(mark.part))}
        footer={
          <Button size="l" block onClick={remove}>
            {say('已修复，移除标记')}
          </Button>
        }
      >
        <Stack gap={12}>
          <p>
            {mark.kind !== undefined && translate(damageKinds.text(mark.kind))}
            {mark.reason !== '' && ` · ${mark.reason}`}
          </p>
          <StoredPhotos media={stored} alt={translate(partName(mark.part))} />
        </Stack>
      </OpenedSheet>
    )
  return (
    <EntrySheet
      title={translate(partName(mark.part))}
      of={{ send, pending: false, frame }}
      action={charged ? `保存并收取 ${formatMoney(charged)}` : say('保存标记')}
      second={
        isKnown &&
        (may || mark.amount === null) && (
          <Button variant="danger" size="l" onClick={remove}>
            {say('删除')}
          </Button>
        )
      }
    >
      <KindField kind={kind} error={problems.kind} onChange={(next) => write({ kind: next })} />
      <PhotosField
        label={say('损伤照片')}
        hint={say('近景与远景各一张，便于日后定损')}
        stored={stored}
        fresh={fresh}
        add={(max) => uploads.pick({ slot, source: 'both', max })}
        max={MAX_PHOTOS}
        drop={(id) => write({ photoIds: photoIds.filter((one) => one !== id) })}
      />
      {billed ? (
        <MarkCharge
          orderId={orderId}
          decided={decided}
          set={(next) => write({ decided: next })}
          amount={amount}
          listed={listed?.words ?? (kind === undefined ? '选择类型后带出价目' : '价目中没有此项，请按实际估价')}
          may={may}
          problems={problems}
        />
      ) : (
        <Field label={say('损伤说明')} optional>
          <TextArea
            value={decided.reason}
            maxLength={200}
            placeholder={say('大小、原因、责任')}
            onChange={(event) => write({ decided: { ...decided, reason: event.target.value } })}
          />
        </Field>
      )}
    </EntrySheet>
  )
}
