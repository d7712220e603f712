import { usePatch } from '../../../kernel/page/pages.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, MainButton } from '../../../ui/layout.tsx'
import { ImportPage, type ImportPageProps } from './import-page.tsx'

interface RecordImportProps<I> extends Omit<ImportPageProps<I>, 'patch' | 'restart' | 'end'> {
  /** Where the imported records are. */
  readonly done: { readonly label: string; readonly onClick: () => void }
}

/** An {@link ImportPage} whose records need nothing else: after it comes another table, or the place of the records. */
export function RecordImport<I>({ done, ...props }: RecordImportProps<I>) {
  const patch = usePatch()
  const restart = () => patch({ rstep: undefined, check: undefined, run: undefined, file: undefined })
  return (
    <ImportPage
      {...props}
      patch={patch}
      restart={restart}
      end={
        <ActionBar>
          <Button size="l" onClick={restart}>
            继续导入
          </Button>
          <MainButton onClick={done.onClick}>{done.label}</MainButton>
        </ActionBar>
      }
    />
  )
}
