/** Who asks, as the authentication found it. */
export interface Identity {
  /** for the log; never a secret */
  user: string;
  /** the project that the caller acts for; null with system scope or without Keystone */
  projectId: string | null;
  roles: readonly string[];
  /** the token is scoped to the whole system */
  system: boolean;
  /** has the role `service` in the project of services: as good as a system member (Ironic's `service_role`) */
  service: boolean;
  /** not asked any further: `noauth` and `http_basic` know no roles */
  unrestricted: boolean;
}

export const UNRESTRICTED: Identity = { user: 'noauth', projectId: null, roles: [], system: true, service: false, unrestricted: true };
