import { officialState } from '@cheyi/domain/rental/violation/codes'
import { parseWireTime } from '@cheyi/domain/time'
import { violationCreate } from '../../../form/calls/violation-create.gen.ts'
import { TextField } from '../../../form/fields.tsx'
import { draftNameOf } from '../../../form/form-call.ts'
import { slotOf } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, feedback, useRead } from '../../../kernel/call/calls.ts'
import { useFormFiles } from '../../../kernel/media/form-files.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { go } from '../../../kernel/page/router.ts'
import { Page } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, MainButton, Notice, Stack } from '../../../ui/layout.tsx'
import { FactFields, isKnown, openKnown, WhenField } from '../parts/fact-fields.tsx'
import { HolderNotice } from '../parts/holder-notice.tsx'
import { violationScreens } from '../screens.ts'

/** A violation by plate and minute; the holder of the car is shown as soon as both are entered. */
export function CreateForm({ plate, title }: { readonly plate: string; readonly title?: string }) {
  const id = plate || 'new'
  const files = useFormFiles(draftNameOf(violationCreate, id), { secret: true })
  const photos = slotOf(useUploads('violation', files), 'evidence', '照片')
  const form = useEntry(violationCreate, {
    draft: { id },
    start: { plate: plate || null, officialState: officialState.open },
    files: () => ({ photoIds: photos }),
    also: ({ place }) => ({ place: !place?.trim() && '请填写违章地点' }),
    handles: isKnown,
    onFailure: (failure) => void openKnown(failure),
    onSent({ violationId, matchType }) {
      feedback.toast(matchType === null ? '违章已登记，待匹配' : '违章已登记')
      go(violationScreens.detail, { violationId }, { replace: true })
    },
  })
  const { fields, value } = form
  const occurAt = parseWireTime(value.occurAt)
  const asked = value.plate?.trim() ?? ''
  const whole = asked.length >= 6 && occurAt !== null
  const preview = useRead(calls.violation.preview, { plate: asked, occurAt: occurAt ?? 0 }, { enabled: whole })
  return (
    <Page
      title={title}
      footer={
        <ActionBar>
          <MainButton loading={form.pending} onClick={() => void form.send()}>
            保存
          </MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <Card pad>
          <TextField of={fields.plate} placeholder="如：沪A12345" />
          <WhenField fields={fields} />
          {whole && preview.error && <Notice tone="danger">{preview.error.message}</Notice>}
          {whole && preview.data && <HolderNotice holder={preview.data} />}
        </Card>
        <FactFields fields={fields} photos={photos} />
      </Stack>
    </Page>
  )
}
