import { isCustomers } from '@cheyi/domain/rental/violation/illegal'
import { violationHandle } from '../../../form/calls/violation-handle.gen.ts'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useMay } from '../../../kernel/user.ts'
import { Page } from '../../../page/page.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { ClaimCard } from '../parts/claim-card.tsx'
import { IllegalLine } from '../parts/illegal-line.tsx'
import { FinePaid } from './fine-paid.tsx'
import type { HandlePlace } from './way-form.tsx'

/** The merchant handled it: the payment to the office, and the proof. */
export function SettleForm({ illegal, right }: HandlePlace) {
  const { illegalId, version, matchType } = illegal
  const mayHandle = useMay('illegal.handle')
  const photos = slotOf(useUploads('illegal', illegalId), 'proof', '照片')
  const form = useEntry(violationHandle, {
    start: { illegalId, version, action: 'done' },
    files: () => ({ photoIds: photos }),
    also: () => ({ photoIds: photos.tiles.length === 0 && '请上传处理凭证' }),
    toast: '已办理，待结案',
  })
  return (
    <Page
      right={right}
      footer={
        mayHandle && (
          <ActionBar>
            <MainButton loading={form.pending} onClick={() => void form.send()}>
              办理完成
            </MainButton>
          </ActionBar>
        )
      }
    >
      <Stack gap={12} ref={form.frame}>
        <IllegalLine illegal={illegal} />
        <FinePaid illegal={illegal} />
        <ClaimCard illegal={illegal} />
        {mayHandle && (
          <Stack as={Card} gap={12} pad={16}>
            <UploadsField of={form.fields.photoIds} from={photos} optional={false} addLabel="添加凭证" />
            <Notice>
              {isCustomers(matchType) ? '办理完成后确定客户费用，再核销结案' : '办理完成后核销结案，费用由商家承担'}
            </Notice>
          </Stack>
        )}
      </Stack>
    </Page>
  )
}
