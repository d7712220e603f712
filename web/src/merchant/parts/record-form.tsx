import './form.css'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { ActionBar, PageFrame } from '../../ui/page-frame.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { PhotosCard, type PhotosCardProps } from './photos-card.tsx'
import type { Form } from './use-form.ts'

interface RecordFormProps<T> {
  readonly title: string
  /** At the right of the title: its state. */
  readonly extra?: ReactNode
  readonly onBack: () => void
  readonly form: Form<T>
  /** The record as it is stored, or the beginnings of a new one. */
  readonly record: T
  readonly isNew: boolean
  readonly label: (name: keyof T) => string
  readonly words: (name: keyof T, value: T) => string
  readonly photos: PhotosCardProps
  readonly saving: boolean
  readonly onSave: () => void
  /** The cards before that of the pictures. */
  readonly children: ReactNode
  /** What stands after it. */
  readonly after?: ReactNode
}

/** The page of a record that is edited: who else changed it, its cards, its pictures, and one button that saves it. */
export function RecordForm<T extends object>(props: RecordFormProps<T>) {
  const { form, photos, onBack } = props
  return (
    <PageFrame
      narrow
      header={<NavBar title={props.title} onBack={onBack} right={props.extra} />}
      footer={
        <ActionBar>
          <Button
            variant="primary"
            size="l"
            block
            loading={props.saving}
            reason={unsaved({
              conflict: form.conflicts.length > 0,
              uploading: photos.pictures.busy,
              untouched: !props.isNew && !form.dirty && photos.pictures.ids.length <= photos.kept.length,
            })}
            onClick={props.onSave}
          >
            保存
          </Button>
        </ActionBar>
      }
    >
      <div ref={form.frame} className="form-stack">
        <ConflictNotice form={form} stored={props.record} label={props.label} words={props.words} />
        {props.children}
        <PhotosCard {...photos} />
        {props.after}
      </div>
    </PageFrame>
  )
}

/** Why it cannot be saved. */
function unsaved(is: { conflict: boolean; uploading: boolean; untouched: boolean }): string | undefined {
  if (is.conflict) return '请先选择保留哪一方的修改'
  if (is.uploading) return '照片还在上传'
  return is.untouched ? '内容没有改动' : undefined
}
