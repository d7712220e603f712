import './form.css'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Form } from './use-form.ts'

interface ConflictNoticeProps<T> {
  readonly form: Form<T>
  readonly stored: T
  /** What a field is called, and how its value reads. */
  readonly label: (name: keyof T) => string
  readonly words: (name: keyof T, value: T) => string
}

/** Somebody else saved meanwhile: what is typed stays, and where both changed the same the person chooses. */
export function ConflictNotice<T extends object>({ form, stored, label, words }: ConflictNoticeProps<T>) {
  if (form.conflicts.length === 0)
    return form.overtaken ? (
      <div role="status" ref={bringIntoView}>
        <Notice>他人刚刚修改并保存了资料，已为你合并最新内容，请核对后再次保存</Notice>
      </div>
    ) : null
  return (
    <section className="conflict" role="alert" ref={bringIntoView} aria-label="修改冲突">
      <h2>他人也修改了以下内容，请选择保留哪一个</h2>
      {form.conflicts.map((name) => (
        <div key={String(name)} className="conflict-row">
          <b>{label(name)}</b>
          <dl>
            <div>
              <dt>我的</dt>
              <dd>{words(name, form.value)}</dd>
            </div>
            <div>
              <dt>对方</dt>
              <dd>{words(name, stored)}</dd>
            </div>
          </dl>
          <div className="conflict-choice">
            <Button size="s" aria-label={`${label(name)}用我的`} onClick={() => form.decide(name, 'mine')}>
              用我的
            </Button>
            <Button size="s" aria-label={`${label(name)}用对方的`} onClick={() => form.decide(name, 'theirs')}>
              用对方的
            </Button>
          </div>
        </div>
      ))}
    </section>
  )
}

/** The button that was tapped is far below. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
