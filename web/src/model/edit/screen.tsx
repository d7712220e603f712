import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { goBack } from '../../kernel/router.ts'
import { NEW, RecordScreen } from '../../merchant/parts/record-screen.tsx'
import { modelScreens } from '../screens.ts'
import { EditForm } from './edit-form.tsx'

/** Adds a model, or changes one. */
export default function EditModel() {
  const { id } = useScreen(modelScreens.edit)
  const stored = useRead(calls.model.detail, { modelId: id }, { enabled: id !== NEW, quiet: true })
  return (
    <RecordScreen
      id={id}
      stored={stored}
      noun="车型"
      onBack={() => goBack(modelScreens.list.path)}
      form={(model, refetch) => <EditForm key={id} stored={model} refetch={refetch} />}
    />
  )
}
