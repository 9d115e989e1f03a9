/** J-08. Thrown where a person at the other end must be asked: the call is repeated with the answer. */
export class NeedsPerson extends Error {
  readonly question: string
  constructor(question: string) {
    super(question)
    this.question = question
  }
}

/** Asks by ending the call, unless the answer was sent with it. */
export function confirmByReturn(answered: (question: string) => boolean | null) {
  return async (question: string): Promise<boolean> => {
    const answer = answered(question)
    if (answer === null) throw new NeedsPerson(question)
    return answer
  }
}
