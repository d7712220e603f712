/*
 * How the kernel shows messages and questions without a dependency on the widgets: the shell installs these functions
 * once, at start.
 */

export interface Question {
  readonly title: string
  readonly text?: string
  readonly confirm: string
  readonly cancel: string
}

export interface Feedback {
  /** One line, 2 s; 3 s for errors. */
  toast(text: string, tone?: 'error'): void
  /** True when confirmed; false when cancelled or closed. */
  ask(question: Question): Promise<boolean>
  /** The user must prove again that they own the session. @returns whether they did */
  prove(refusal: unknown): Promise<boolean>
  /** Cash may be taken only within a shift: offers to begin a shift. @returns whether one was begun */
  beginShift(): Promise<boolean>
  /** A second person must agree first. @returns the headers for the repeated call, or undefined when it is cancelled */
  secondPerson(refusal: unknown): Promise<Readonly<Record<string, string>> | undefined>
  /**
   * A code is sent to the user's own mobile. @returns the headers for the repeated call, or undefined when it is
   * cancelled
   */
  stepUp(): Promise<Readonly<Record<string, string>> | undefined>
}

let installed: Feedback | undefined

export function installFeedback(feedback: Feedback): void {
  installed = feedback
}

export const feedback: Feedback = {
  toast: (text, tone) => installed?.toast(text, tone),
  ask: (question) => installed?.ask(question) ?? Promise.resolve(false),
  prove: (refusal) => installed?.prove(refusal) ?? Promise.resolve(false),
  beginShift: () => installed?.beginShift() ?? Promise.resolve(false),
  secondPerson: (refusal) => installed?.secondPerson(refusal) ?? Promise.resolve(undefined),
  stepUp: () => installed?.stepUp() ?? Promise.resolve(undefined),
}
