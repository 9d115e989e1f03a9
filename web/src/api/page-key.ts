/**
 * The key of this page's session. A browser sends the session's cookie to every server of this machine;
 * the storage of this origin is readable by this page alone.
 */
export function pageKey(): string {
  try {
    return localStorage.getItem('mneme:page-key') ?? ''
  } catch {
    return '' // No storage: the daemon says that this page is signed out.
  }
}
