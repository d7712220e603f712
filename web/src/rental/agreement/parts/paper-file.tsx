import { isLease } from '@cheyi/domain/rental/agreement/codes'
import { isBinding } from '@cheyi/domain/rental/agreement/steps'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { Note, Notice, Text } from '../../../ui/layout.tsx'
import type { Paper } from './paper.ts'

/** What does not wait for the file of a document. */
const meanwhile = ({ type, status }: Paper): string =>
  !isBinding(status) ? '可先签署' : isLease(type) ? '可先交车' : '不影响办理'

/** The link to the file of a document, or that it is being printed, or that it was not. */
export function PaperFile({ paper, words = '查看合同（PDF）' }: { readonly paper: Paper; readonly words?: string }) {
  const print = useWrite(calls.agreement.print)
  const { agreementId, file, pdfUrl } = paper
  if (pdfUrl !== null)
    return (
      <Text as="a" ink="link" size="s" reach href={pdfUrl} target="_blank" rel="noreferrer">
        {words}
      </Text>
    )
  if (file === 'printing') return <Note>合同正在生成，{meanwhile(paper)}</Note>
  return file === 'failed' ? (
    <Notice tone="danger" action={{ label: '重试', onClick: () => void print.run({ agreementId }) }}>
      合同文件未生成，{meanwhile(paper)}
    </Notice>
  ) : null
}
