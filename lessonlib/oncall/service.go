package oncall

// Service is the web service under the pager: every constant of the model that is the same in all shifts. The numbers
// are assumptions, an illustrative mid-size web service; [DefaultService] holds them, and a lesson changes any of them:
//
//	shift := oncall.FlashCrowd()
//	shift.Service.Fleet.Most = 60
type Service struct {
	Traffic   Traffic
	App       App
	Cache     Cache
	Database  Database
	Fleet     Fleet
	Deploy    Deploy
	Objective Objective
}

// DefaultService returns the service of the lesson.
func DefaultService() Service {
	return Service{
		Traffic:   Traffic{Base: 900, Swing: 0.25, PeakHour: 12, Noise: 0.02},
		App:       App{Time: 0.050, Queries: 2, FeatureTime: 0.020, FeatureQueries: 1, Timeout: 2, LowPriority: 0.30},
		Cache:     Cache{HotObjects: 20000, RefillTime: 30, WarmupShare: 0.12, WarmupMinutes: 6, WarmupQueries: 600},
		Database:  Database{Capacity: 4000, QueryTime: 0.005, SlowestQuery: 0.250},
		Fleet:     Fleet{Workers: 16, Price: 0.40, Most: 40, ScaleInShare: 0.20, ScaleInAfter: 10},
		Deploy:    Deploy{Errors: 0.05, ExtraCPU: 0.25, Step: 0.20, RollbackMinutes: 5},
		Objective: Objective{AllowedErrors: 0.001, PeriodMinutes: 43200, PageBurn: 14.4, Window: 60},
	}
}
